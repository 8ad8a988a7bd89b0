//! Plans in words.

use super::describe::{
    Field, MINORS, blocks, bytes, contraction, evaluation, lines, list, modulus, of_matrix, over_integers, remedy,
};
use super::prediction::Predicted;
use eliminant::plural::count;
use eliminant::{CombinationPlan, DeterminantPlan, DevicePlan, GcdPlan, GridPlan, ListPlan, ResultantPlan};

/// The degrees of a schedule; a long one by its ends.
fn schedule(degrees: &[u32]) -> String {
    match degrees {
        [first, second, .., last] if degrees.len() > 12 => {
            format!("{first}, {second}, ..., {last} ({} degrees)", degrees.len())
        }
        _ => list(degrees),
    }
}

/// Grid and primes.
fn grid(plan: &GridPlan) -> [(&'static str, String); 3] {
    let axis = |&(len, cosets): &(u32, u32)| match cosets {
        1 => len.to_string(),
        _ => format!("{cosets} cosets of {len}"),
    };
    let axes: Vec<String> = plan.grid.iter().map(axis).collect();
    let (least, most) = plan.prime_range;
    [
        ("grid", if axes.is_empty() { "one point".to_owned() } else { axes.join(" x ") }),
        ("primes", format!("{} from {least} to {most}", plan.primes)),
        ("batch", count(plan.batch, "prime")),
    ]
}

/// Work, memory and time, and what the automatic choice is.
fn effort(plan: &GridPlan, predicted: &[Predicted]) -> Vec<(&'static str, String)> {
    let mut rows = vec![
        ("coefficients", plan.coefficients.to_string()),
        ("element steps", format!("{:.3e}", plan.element_steps as f64)),
        ("residues", bytes(plan.residue_bytes)),
    ];
    rows.extend(memory_and_time((plan.usual_bytes, plan.least_bytes), plan.automatic, predicted));
    if let Some(found) = &plan.on_devices {
        let DevicePlan { device, usual_bytes, least_bytes, host_bytes, .. } = found;
        let (usual, host, least) = (bytes(*usual_bytes), bytes(*host_bytes), bytes(*least_bytes));
        rows.push(("memory of GPU", format!("{usual}, and {host} of the host, at least {least} of each: {device}")));
    }
    rows
}

/// Memory, usual and at least.
fn memory((usual, least): (u64, u64)) -> (&'static str, String) {
    ("memory", format!("{}, at least {}", bytes(usual), bytes(least)))
}

/// Memory, usual and at least, what the automatic choice is, and time.
fn memory_and_time(
    (usual, least): (u64, u64),
    automatic: &str,
    predicted: &[Predicted],
) -> Vec<(&'static str, String)> {
    let where_present = if automatic == "cuda" { " where there is a device" } else { "" };
    let mut rows = vec![memory((usual, least)), ("auto backend", format!("{automatic}{where_present}"))];
    for Predicted { engine, time, .. } in predicted {
        rows.push(("predicted", format!("{:.1} ms, measured on this machine: {engine}", time.milliseconds)));
    }
    for Predicted { engine, paper, .. } in predicted {
        let Some(paper) = paper else { continue };
        rows.push(("paper's (14)", format!("{:.1} ms, evaluation alone: {engine}", paper.milliseconds)));
    }
    rows
}

/// The plan of a resultant or discriminant.
pub fn plan(plan: &ResultantPlan, predicted: &[Predicted]) -> String {
    let mut rows = vec![("operation", plan.operation.to_owned()), ("kept", list(&plan.kept))];
    let Some((p, q)) = plan.degrees else {
        let what = "none needed: the answer is a known constant or a product of powers of coefficients";
        rows.push(("computation", what.to_owned()));
        rows.push(memory((plan.on_grid.usual_bytes, plan.on_grid.least_bytes)));
        return lines(&rows);
    };
    rows.extend(modulus(plan.modulus, Field::new(plan.direct, 1)));
    if plan.power > 1 {
        rows.push(("power", format!("{} of what is computed for exponents divided by it", plan.power)));
    }
    rows.extend([
        ("degrees", format!("{p} and {q}")),
        ("degree bound", list(&plan.degree_bound)),
        ("height bound", count(plan.height_bound, "bit")),
    ]);
    if let Some(how) = over_integers(plan.integers, plan.minors, plan.formula) {
        rows.push(("computation", how.to_owned()));
        rows.push(memory((plan.on_grid.usual_bytes, plan.on_grid.least_bytes)));
        return lines(&rows);
    }
    if plan.direct && plan.on_grid.primes == 0 {
        rows.push(("computation", "by values at points of a field".to_owned()));
        rows.push(memory((plan.on_grid.usual_bytes, plan.on_grid.least_bytes)));
        return lines(&rows);
    }
    rows.extend(grid(&plan.on_grid));
    rows.push(("method", plan.method.to_owned()));
    rows.extend(remedy(plan.remedy));
    rows.extend(evaluation(plan.evaluation));
    if !plan.schedule.is_empty() {
        rows.push(("schedule", schedule(&plan.schedule)));
    }
    rows.extend(effort(&plan.on_grid, predicted));
    lines(&rows)
}

/// The plan of several polynomials.
pub fn list_plan(plan: &ListPlan, predicted: &[Predicted]) -> String {
    let mut rows = vec![("operation", plan.operation.to_owned()), ("polynomials", plan.outputs.to_string())];
    rows.extend(modulus(plan.modulus, Field::Integers));
    if plan.height_bound > 0 {
        rows.extend([("degree bound", list(&plan.degree_bound)), ("height bound", count(plan.height_bound, "bit"))]);
    }
    if plan.minors || plan.on_grid.primes == 0 {
        let how = if plan.minors { MINORS } else { "none by values at points" };
        rows.push(("computation", how.to_owned()));
        rows.push(memory((plan.on_grid.usual_bytes, plan.on_grid.least_bytes)));
        return lines(&rows);
    }
    rows.extend(grid(&plan.on_grid));
    rows.extend(effort(&plan.on_grid, predicted));
    lines(&rows)
}

/// The plan of a determinant.
pub fn determinant_plan(plan: &DeterminantPlan, predicted: &[Predicted]) -> String {
    let mut rows = vec![("operation", plan.operation.to_owned()), ("variables", list(&plan.vars))];
    if plan.blocks.is_empty() {
        rows.push(("computation", "none needed: the answer is known".to_owned()));
        rows.push(memory((plan.on_grid.usual_bytes, plan.on_grid.least_bytes)));
        return lines(&rows);
    }
    rows.extend(modulus(plan.modulus, Field::new(plan.direct, 1)));
    rows.push(("matrix", of_matrix(plan.size, plan.entries)));
    if plan.minors {
        rows.push(("computation", MINORS.to_owned()));
        rows.push(memory((plan.on_grid.usual_bytes, plan.on_grid.least_bytes)));
        return lines(&rows);
    }
    rows.extend([("blocks", blocks(plan.size, &plan.blocks)), ("degree bound", list(&plan.degree_bound))]);
    rows.extend(contraction(&plan.contracted));
    rows.push(("height bound", count(plan.height_bound, "bit")));
    rows.extend(grid(&plan.on_grid));
    rows.push(("method", plan.method.to_owned()));
    rows.extend(evaluation(plan.evaluation));
    rows.extend(effort(&plan.on_grid, predicted));
    lines(&rows)
}

/// The plan of a GCD.
pub fn gcd_plan(plan: &GcdPlan, predicted: &[Predicted]) -> String {
    let mut rows = vec![("operation", plan.operation.to_owned())];
    if !plan.gcd_of.is_empty() {
        rows.push(("GCD of", plan.gcd_of.clone()));
    }
    rows.push(("variables", list(&plan.vars)));
    let [f, g] = [0, 1].map(|i| {
        let height = count(plan.heights[i], "bit");
        if plan.degrees[i].is_empty() { height } else { format!("{}; {height}", list(&plan.degrees[i])) }
    });
    let (of_f, of_g) = match plan.gcd_of.is_empty() {
        true => ("degrees of F", "degrees of G"),
        false => ("degrees", "and"),
    };
    rows.extend([
        (of_f, f),
        (of_g, g),
        ("degree bound", list(&plan.degree_bound)),
        ("height bound", count(plan.height_bound, "bit")),
    ]);
    if let Some(CombinationPlan { lengths: [s, t], height_bound, primes, .. }) = &plan.combination {
        let size = format!("{s} and {t} coefficients of at most {}", count(*height_bound, "bit"));
        rows.push(("combination", format!("at most {size}, by {}", count(*primes, "prime"))));
    }
    match plan.computation {
        "none" => {
            rows.push(("computation", "none needed: the answer is known".to_owned()));
            rows.push(memory((plan.usual_bytes, plan.least_bytes)));
            return lines(&rows);
        }
        "sparse" => {
            let how = "images at a geometric progression modulo random primes, on the CPU";
            rows.push(("computation", how.to_owned()));
            rows.push(memory((plan.usual_bytes, plan.least_bytes)));
            return lines(&rows);
        }
        "coefficients" => {
            rows.push(("computation", "GCDs of coefficients: there is a variable that the answer has not".to_owned()));
            rows.push(memory((plan.usual_bytes, plan.least_bytes)));
            return lines(&rows);
        }
        _ => {}
    }
    rows.push(("expected", format!("{}; {}", list(&plan.expected_degree), count(plan.expected_height, "bit"))));
    if !plan.points.is_empty() {
        rows.push(("points", plan.points.iter().map(u32::to_string).collect::<Vec<_>>().join(" x ")));
    }
    let proof = match plan.proof_primes {
        0 => String::new(),
        primes => format!("; {primes} of the proof"),
    };
    rows.extend([
        ("primes", format!("{}, at most {}{proof}", plan.primes, plan.most_primes)),
        ("batch", count(plan.batch, "prime")),
        ("method", plan.method.to_owned()),
    ]);
    rows.extend(memory_and_time((plan.usual_bytes, plan.least_bytes), plan.automatic, predicted));
    lines(&rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_schedules_are_cut() {
        assert_eq!(schedule(&[3, 2, 1, 0]), "3, 2, 1, 0");
        assert_eq!(schedule(&(0..=60).rev().collect::<Vec<_>>()), "60, 59, ..., 0 (61 degrees)");
    }
}
