//! A process that tells what is wrong, for tests.

use super::link::{Heard, Link};
use super::protocol::{Asked, Op, Told};
use super::wire::Wire;
use crate::error::Result;
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
            // Of the last row.
            let word = if op == Op::Export { 8 } else { 1 };
            let at = message.len() - word;
            message[at] ^= 1;
            self.has_lied.store(true, Ordering::Relaxed);
        }
        Ok(message)
    }

    fn heard(&self) -> &Heard {
        self.link.heard()
    }
}
