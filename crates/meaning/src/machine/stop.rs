//! Into the loop and out of it: where a run stopped, and what that means.

use super::Machine;
use crate::outcome::{Limit, Outcome, Reason, Report, Run, Stop};

impl Machine<'_> {
    /// Runs until as many calls as `floor` are active.
    pub(crate) fn execute(&mut self, floor: usize) -> Run<()> {
        loop {
            // The registers are taken out while the loop has them, so that it can use the rest of the machine.
            let mut registers = std::mem::take(&mut self.registers);
            let result = self.run_loop(floor, &mut registers);
            self.registers = registers;
            let Err(stop) = result else { return Ok(()) };
            match *stop {
                Reason::Jump(landing) if landing.depth >= floor => self.land(landing),
                Reason::Jump(_) => return Err(stop),
                _ if self.stopped.is_none() => return Err(self.settle(stop)),
                _ => return Err(stop),
            }
        }
    }

    /// The machine stops: finds the place, and the number of steps until there.
    #[cold]
    fn settle(&mut self, stop: Stop) -> Stop {
        self.stopped = self.image.place(self.site());
        if let Some(frame) = self.frames.last() {
            let at = frame.pc.saturating_sub(1);
            let code = &self.image.functions[frame.function as usize].code;
            self.steps += code.counted.iter().filter(|&&(step, by)| step <= at && at < by).count() as u64;
            if !matches!(*stop, Reason::Limit(_))
                && let Some(&(_, first)) = code.first_places.iter().find(|&&(pc, _)| pc == at).filter(|_| self.at_first)
            {
                self.stopped = Some(first);
            }
        }
        if self.steps > self.settings.limits.steps {
            // The program did not come further than that, whatever is counted together.
            self.steps = self.settings.limits.steps + 1;
            return Box::new(Reason::Limit(Limit::Steps));
        }
        stop
    }

    /// The outcome that a stop means.
    pub(crate) fn outcome(&mut self, stop: Stop) -> Outcome {
        match *stop {
            Reason::End(how) => {
                self.note_left_operands(0);
                let output = std::mem::take(&mut self.output);
                Outcome::Ended(crate::outcome::Ended { how, output, volatiles: self.memory.volatiles })
            }
            Reason::Undefined(kind, message, history) => {
                Outcome::Undefined(Box::new(Report { kind, message, place: self.stopped, history }))
            }
            Reason::Unspecified(what) => Outcome::Unspecified { what, place: self.stopped },
            Reason::Unsupported(what) => Outcome::Unsupported { what, place: self.stopped },
            Reason::Limit(limit) => Outcome::Limit(limit),
            Reason::Hole(..) | Reason::Undecided | Reason::Pause | Reason::Jump(_) => {
                Outcome::Unsupported { what: "a program that is not finished".to_owned(), place: self.stopped }
            }
        }
    }
}
