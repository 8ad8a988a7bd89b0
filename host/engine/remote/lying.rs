//! A process that tells what is wrong, for tests.

use super::link::{Heard, Link};
use super::protocol::{Asked, Op, Told};
use super::wire::Wire;
use crate::clock::StageTime;
use crate::error::Result;
use rug::Integer;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A link to a process, with one number changed in all that it tells of some stage.
pub(crate) struct Lying {
    link: Arc<dyn Link>,
    about: &'static [Op],
    asked: Mutex<Option<Op>>,
    has_lied: AtomicBool,
}

impl Lying {
    /// The last residue of all that the process has computed.
    pub fn of_residues(link: Arc<dyn Link>) -> Arc<Self> {
        Arc::new(Lying { link, about: &[Op::Export], asked: Mutex::default(), has_lied: AtomicBool::new(false) })
    }

    /// The last integer of all that the process has lifted.
    pub fn of_lifts(link: Arc<dyn Link>) -> Arc<Self> {
        Arc::new(Lying {
            link,
            about: &[Op::Lift, Op::Crt, Op::CrtPolynomials],
            asked: Mutex::default(),
            has_lied: AtomicBool::new(false),
        })
    }

    /// Whether something was changed.
    pub fn has_lied(&self) -> bool {
        self.has_lied.load(Ordering::Relaxed)
    }
}

impl Link for Lying {
    fn number(&self) -> usize {
        self.link.number()
    }

    fn send(&self, message: Vec<u8>) -> Result<()> {
        let from = &mut &message[..];
        if Asked::take(from)? == Asked::Stage {
            let (_, _) = <(Vec<u64>, bool)>::take(from)?;
            *self.asked.lock().unwrap() = Some(Op::take(from)?);
        }
        self.link.send(message)
    }

    fn receive(&self, wait: Duration) -> Result<Option<Vec<u8>>> {
        let mut message = self.link.receive(wait)?;
        if let Some(message) = &mut message
            && Told::take(&mut &message[..])? == Told::Done
            && let Some(op) = *self.asked.lock().unwrap()
            && self.about.contains(&op)
        {
            lie(op, message)?;
            self.has_lied.store(true, Ordering::Relaxed);
        }
        Ok(message)
    }

    fn heard(&self) -> &Heard {
        self.link.heard()
    }
}

/// Changes the last number of an answer.
fn lie(op: Op, message: &mut Vec<u8>) -> Result<()> {
    let from = &mut &message[..];
    let _ = (Told::take(from)?, Vec::<StageTime>::take(from)?);
    let mut told = message[..message.len() - from.len()].to_vec();
    match op {
        Op::Export => {
            told.extend_from_slice(from);
            // Of a word of four or eight bytes.
            let at = told.len() - 8;
            told[at] ^= 1;
        }
        Op::CrtPolynomials => {
            let mut polynomials = Vec::<Vec<Integer>>::take(from)?;
            polynomials.iter_mut().flatten().last().into_iter().for_each(|value| *value += 1);
            polynomials.put(&mut told);
        }
        _ => {
            let mut integers = Vec::<Integer>::take(from)?;
            integers.iter_mut().last().into_iter().for_each(|value| *value += 1);
            integers.put(&mut told);
        }
    }
    *message = told;
    Ok(())
}
