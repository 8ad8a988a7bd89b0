//! Texts behind the options: two examples of each command, and how its arguments are written.

/// How polynomials are written.
pub const POLYNOMIALS: &str = "A polynomial is text such as '3*x^2*y - 5*y + 7' (also ** for powers, products and powers of \
    parentheses, fractions a/b), @FILE, or - for standard input. Files and standard input may hold JSON instead: \
    {\"vars\":[\"x\",\"y\"],\"terms\":[[\"-3\",[2,1]],[\"7\",[0,0]]]}, or what --format bin has written.";

/// How matrices are written.
pub const MATRICES: &str = "A matrix is text such as '[[x, y], [1, x*y]]', also as other systems print it ([x, y; 1, x*y], matrix([x, y], [1, x*y]), \
    {{x, y}, {1, x*y}}, <<x, 1>|<y, x*y>>), a file, or - for standard input. Files and standard input may hold JSON instead: \
    {\"vars\":[\"x\",\"y\"],\"rows\":[[\"x\",\"y\"],[\"1\",\"x*y\"]]}.";

/// How systems are written.
pub const SYSTEMS: &str = "SYSTEM is a text, @FILE or - for standard input. Polynomials stand between `;`, between commas, one on a line, or in a list, [f, g]; coefficients are \
    integers, fractions, decimal numbers and complex ones, with i or I. Or PHCpack's format, with a line that counts the polynomials, msolve's, Bertini's input files, or \
    JSON: {\"vars\":[\"x\"],\"polynomials\":[[[\"1\",[2]],[\"-2\",[0]]]]}. A file may be in the binary format of the library.";

/// How points are written.
pub const POINTS: &str = "POINTS are a text, @FILE or -: JSON, a list of lists of \
    numbers, decimal strings or pairs [re, im] of them; or a line for each point, with numbers like 0.5 - 2*i between commas, or real \
    and imaginary part of each variable, or x = 1, y = 2, or (1, 2), (3, 4), or {x: 1, y: 2}; or the answer of solve-system, newton or track. Variables are those of SYSTEM in order of appearance.";

const STATUSES: &str = "Exit status: 0 answer; 2 usage or input; 3 backend or device not available; 4 a limit was \
    reached (memory, size); 5 verification failed; 6 zeros were written, and some may be missing; 130 interrupted.";

/// Behind the list of commands.
pub const PROGRAM: &str = "Examples:
  eliminant resultant 'x^2 + y^2 - 1' 'y - x^2' --var y
  eliminant solve-system 'x^2 + y^2 = 5; x*y = 2'

`eliminant COMMAND -h` is a page with examples, `eliminant COMMAND --help` has all options.";

/// The same, with the exit statuses.
pub fn program() -> String {
    format!("{PROGRAM}\n\n{STATUSES}")
}

/// The last line of the short help of a command.
const MORE: &str = "--help has all options, and says how arguments are written.";

/// The end of the short help of a command.
pub fn page(examples: &str) -> String {
    format!("Examples:\n{examples}\n\n{MORE}")
}

/// The end of the long help of a command: examples, and how its arguments are written.
pub fn book(examples: &str, arguments: &[&str]) -> String {
    let mut parts = vec![format!("Examples:\n{examples}")];
    parts.extend(arguments.iter().map(|&text| text.to_owned()));
    parts.push(STATUSES.to_owned());
    parts.join("\n\n")
}

pub const RESULTANT: &str = "  eliminant resultant 'x^2 + y^2 - 1' 'y - x^2' --var y
  eliminant resultant @examples/sys86.f.poly @examples/sys86.g.poly --var y --output r.txt";

pub const DISCRIMINANT: &str = "  eliminant discriminant 'a*y^2 + b*y + c' --var y
  eliminant discriminant @examples/folium.poly --var y --style latex";

pub const SUBRESULTANTS: &str = "  eliminant subresultants 'y^3 - x' 'y^2 + x*y + 1' --var y
  eliminant subresultants 'y^4 + a*y + b' '4*y^3 + a' --var y --principal";

pub const STURM_HABICHT: &str = "  eliminant sturm-habicht 'y^3 + a*y + b' --var y
  eliminant sturm-habicht 'x^4 - 3*x + 1' --principal";

pub const COFACTORS: &str = "  eliminant cofactors 'y^2 - x' 'x*y - 1' --var y
  eliminant cofactors 'x^4 - 1' 'x^3 - 2*x + 1' --index 1";

pub const DET: &str = "  eliminant det '[[x, y, z], [y, z, x], [z, x, y]]'
  eliminant det '[[1, x], [2, 3]]' --explain";

pub const ADJUGATE: &str = "  eliminant adjugate '[[x, 1], [2, y]]'
  eliminant adjugate '[[x, y, 1], [y, x, y], [1, y, x]]' --format json";

pub const RANK: &str = "  eliminant rank '[[x, y, x + y], [x^2, x*y, x^2 + x*y], [1, 2, 3]]'
  eliminant rank '[[x, 1], [1, x]]' --format json";

pub const SOLVE_LINEAR: &str = "  eliminant solve-linear '[[x, 1], [1, y]]' '[1, 0]'
  eliminant solve-linear '[[x, x^2], [1, x]]' '[x, 1]' --format json";

pub const CHARPOLY: &str = "  eliminant charpoly '[[1, x], [2, 3]]'
  eliminant charpoly '[[t, 1], [1, 0]]' --var z";

pub const GCD: &str = "  eliminant gcd '4*x^3 - 4*x' '-6*x^2 - 12*x - 6'
  eliminant gcd 'x^12 - 1' 'x^8 - 1' 'x^6 - 1'";

pub const LCM: &str = "  eliminant lcm 'x^2 - 1' 'x^2 + 2*x + 1'
  eliminant lcm '2*x' '3*x*y' '4*y^2'";

pub const XGCD: &str = "  eliminant xgcd 'x^2 - 1' 'x^3 - 1'
  eliminant xgcd 'x^2 + 1' 'x^3 + 2' --modulus 7";

pub const CONTENT: &str = "  eliminant content '6*x*y^2 - 4*x^2*y' --var y
  eliminant content '6*x - 4'";

pub const SQUAREFREE: &str = "  eliminant squarefree '-12*(x - 1)^3*(x + 2)*x^3'
  eliminant squarefree 'x^4 - 2*x^2 + 1' --style sympy";

pub const ROOTS: &str = "  eliminant roots 'x^3 - 2*x'
  eliminant roots '(3*x - 1)^2*(x^2 - 2)' --between=0,inf --digits 40";

pub const CURVE: &str = "  eliminant curve 'y^2 = x^3 - x'
  eliminant curve 'x^2 + y^2 = 1' 'y = x^2' --format json";
pub const PLOT: &str = "  eliminant plot '(x^2 + y^2)^3 = 4*x^2*y^2' 'y = x^2' --window=-1,1,-1,1 --output leaves.html
  eliminant plot --complex 'x^5 - x - 1' --output roots.png";
pub const SOLVE: &str = "  eliminant solve 'x^2 + y^2 = 5' 'x*y = 2'
  eliminant solve 'y^2 - x^3' '(x - y)^2' --digits 40 --intervals";

pub const EVAL: &str = "  eliminant eval 'x^2 + y^2 - 1; x*y' --points '1, 1 + 2*i'
  eliminant eval 'x^2 - 2' --points 1.4142135623730951 --precision dd --jacobian";

pub const NEWTON: &str = "  eliminant newton 'x^2 - 2' --points 1.4 --precision qd
  eliminant newton 'x^2 + y^2 - 5; x*y - 2' --points '2.1, 0.9'";

pub const TRACK: &str = "  eliminant track 'x^2 - a' --parameters a --points '[[1], [-1]]' --from 1 --to 9
  eliminant track 'x^2 - a' --parameters a --points 1 --from 1 --to '[[9], [[0, 8]]]' --format json";

pub const SOLVE_SYSTEM: &str = "  eliminant solve-system 'x^2 + y^2 - 5; x*y - 2'
  eliminant solve-system 'x^3 - 2; y^2 - x' --real --boxes";

pub const DECOMPOSE: &str = "  eliminant decompose 'x*z; y*z'
  eliminant decompose 'x^2 + y^2 + z^2 - 1; x*y' --seed 1 --format json";
pub const DECOMPOSE_PLAN: &str = "  eliminant plan decompose 'x*z; y*z'
  eliminant plan decompose 'x*z; y*z' --format json";

pub const PLAN: &str = "  eliminant plan resultant 'x^2 + y^2 - 1' 'y - x^2' --var y
  eliminant plan solve-system 'x^2 + y^2 - 5; x*y - 2'";

pub const DOCTOR: &str = "  eliminant doctor
  eliminant doctor --format json";

pub const SERVE: &str = "  eliminant resultant 'x^3 + y^2 - 1' 'y^3 - x^2' --var y --with 'eliminant serve'
  eliminant solve-system 'x^2 + y^2 - 5; x*y - 2' --with 'eliminant serve --device 1'";

pub const DEVICES: &str = "  eliminant devices
  eliminant devices --format json";

pub const COMPLETIONS: &str = "  eliminant completions bash > eliminant.bash
  eliminant completions zsh > _eliminant";

pub const MAN: &str = "  eliminant man > eliminant.1
  eliminant man --output man1";

pub const RESULTANT_PLAN: &str = "  eliminant plan resultant 'x^2 + y^2 - 1' 'y - x^2' --var y
  eliminant plan resultant @examples/sys86.f.poly @examples/sys86.g.poly --var y --format json";

pub const DISCRIMINANT_PLAN: &str = "  eliminant plan discriminant 'a*y^2 + b*y + c' --var y
  eliminant plan discriminant @examples/folium.poly --var y --backend cpu";

pub const SUBRESULTANTS_PLAN: &str = "  eliminant plan subresultants 'y^3 - x' 'y^2 + x*y + 1' --var y
  eliminant plan subresultants 'y^4 + a*y + b' '4*y^3 + a' --var y --principal";

pub const STURM_HABICHT_PLAN: &str = "  eliminant plan sturm-habicht 'y^3 + a*y + b' --var y
  eliminant plan sturm-habicht 'x^9 - 3*x + 1' --principal";

pub const ADJUGATE_PLAN: &str = "  eliminant plan adjugate '[[x, 1], [2, y]]'
  eliminant plan adjugate '[[x, y, 1], [y, x, y], [1, y, x]]' --format json";

pub const RANK_PLAN: &str = "  eliminant plan rank '[[x, y, x + y], [x^2, x*y, x^2 + x*y], [1, 2, 3]]'
  eliminant plan rank '[[x, 1], [1, x]]' --format json";

pub const SOLVE_LINEAR_PLAN: &str = "  eliminant plan solve-linear '[[x, 1], [1, y]]' '[1, 0]'
  eliminant plan solve-linear '[[x, x^2], [1, x]]' '[x, 1]' --format json";

pub const COFACTORS_PLAN: &str = "  eliminant plan cofactors 'y^2 - x' 'x*y - 1' --var y
  eliminant plan cofactors 'x^4 - 1' 'x^3 - 2*x + 1' --index 1";

pub const DET_PLAN: &str = "  eliminant plan det '[[x, y, z], [y, z, x], [z, x, y]]'
  eliminant plan det '[[1, x], [2, 3]]' --characteristic t";

pub const CHARPOLY_PLAN: &str = "  eliminant plan charpoly '[[1, x], [2, 3]]'
  eliminant plan charpoly '[[t, 1], [1, 0]]' --var z --format json";

pub const LCM_PLAN: &str = "  eliminant plan lcm 'x^2 - 1' 'x^2 + 2*x + 1'
  eliminant plan lcm '2*x' '3*x*y' '4*y^2' --format json";

pub const GCD_PLAN: &str = "  eliminant plan gcd 'x^12 - 1' 'x^8 - 1' 'x^6 - 1'
  eliminant plan gcd 'x^4 - y^4' 'x^3 - y^3' --format json";

pub const XGCD_PLAN: &str = "  eliminant plan xgcd 'x^12 - 2' 'x^8 - 3'
  eliminant plan xgcd 'x^12 - 2' 'x^8 - 3' --format json";

pub const CONTENT_PLAN: &str = "  eliminant plan content '6*x*y^2 - 4*x^2*y' --var y
  eliminant plan content '6*x - 4'";

pub const SQUAREFREE_PLAN: &str = "  eliminant plan squarefree '(x^2 + 1)^4*(x - 1)'
  eliminant plan squarefree 'x^4 - 2*x^2 + 1' --format json";

pub const EVAL_PLAN: &str = "  eliminant plan eval 'x^2 + y^2 - 1; x*y' --count 1000000
  eliminant plan eval 'x^2 - 2' --count 1000000 --precision qd --jacobian";

pub const NEWTON_PLAN: &str = "  eliminant plan newton 'x^2 - 2' --count 100000 --precision qd
  eliminant plan newton 'x^2 + y^2 - 5; x*y - 2' --count 100000 --format json";

pub const TRACK_PLAN: &str = "  eliminant plan track 'x^2 - a' --parameters a --count 100000
  eliminant plan track 'x^2 - a' --parameters a --count 100000 --format json";

pub const SOLVE_PLAN: &str = "  eliminant plan solve-system 'x^2 + y^2 - 5; x*y - 2'
  eliminant plan solve-system 'x^2 + y^2 - 5; x*y - 2' --format json";
