//! Before and after `main`: static objects, the run as a whole.

use super::Machine;
use crate::lower::Class;
use crate::memory::Alloc;
use crate::outcome::{End, Outcome, Reason, Run, unsupported};
use crate::undefined::Kind;

/// What calls the functions that `atexit` has registered.
pub(super) const EXIT: &str = "exit";

impl Machine<'_> {
    /// Places everything of static storage duration; its value of zeros and bytes comes when it is touched.
    /// With `spare`, so many more objects and bytes can follow while the program runs.
    pub(super) fn place_statics(&mut self, spare: Option<(usize, u32)>) -> Run<()> {
        let image = self.image;
        self.memory.place_statics(&image.statics)?;
        for (index, object) in image.statics.iter().enumerate() {
            if let Some(target) = object.points_to {
                let at = self.memory.alloc(index as u32 + 1).lo;
                let pointer = self.memory.pointer_to(target);
                let size = object.size.min(8) as usize;
                self.memory.make(image, at as usize, size);
                self.memory.initialize(at as usize, &pointer.addr.to_le_bytes()[..size]);
                self.memory.set_provenance(at, pointer);
            }
        }
        if let Some((slots, bytes)) = spare {
            self.memory.reserve_statics(slots, bytes);
        }
        self.memory.start(self.settings.limits.stack)?;
        self.stack = self.memory.stack_start();
        Ok(())
    }

    /// Places static objects that the image has got since the machine started: string literals and functions of the
    /// library. This is not undone by going back.
    pub(crate) fn place_more(&mut self, first: usize) -> Run<()> {
        let image = self.image;
        for (index, object) in image.statics.iter().enumerate().skip(first) {
            let made = Alloc { sort: object.sort, info: object.info, ..Alloc::NONE };
            let at = self.memory.place_late(index as u32 + 1, object.size, object.align, made, object.flags)?;
            self.memory.give_value(object, at as usize, at as usize + object.size as usize, at as usize);
        }
        Ok(())
    }

    fn initialize(&mut self) -> Run<()> {
        let image = self.image;
        for &function in &image.initializers {
            self.push_frame(function, 0, None)?;
            self.execute(0)?;
        }
        for (index, object) in image.statics.iter().enumerate() {
            self.memory.set_flags(index as u32 + 1, object.flags);
        }
        self.steps = 0;
        // With room for more objects the others have other addresses.
        if self.settings.shortcuts && !self.memory.has_room_for_statics() {
            image.starts.offer(|| self.memory.keep(self.settings));
        }
        Ok(())
    }

    /// Runs the program from start to end.
    pub fn run(&mut self, args: &[String]) -> Outcome {
        match self.run_main(args) {
            Ok(status) => {
                let end = self.exit(status);
                self.outcome(end)
            }
            Err(stop) => {
                // A library call that ends the program has run what had to be run.
                self.outcome(stop)
            }
        }
    }

    fn run_main(&mut self, args: &[String]) -> Run<u64> {
        self.begin(args)?;
        self.execute(0)?;
        Ok(self.registers[0])
    }

    /// Everything before `main`, and the call of it.
    pub(crate) fn begin(&mut self, args: &[String]) -> Run<()> {
        if let Some((name, place)) = &self.image.doubled {
            self.stopped = Some(*place);
            return unsupported(format!("a program with two definitions of `{name}`"));
        }
        if let Some(flag) = self.settings.refused {
            return unsupported(format!("the flag {flag}"));
        }
        let Some(main) = self.image.main else { return unsupported("a program without `main`") };
        if let Some(what) = &self.image.unsupported {
            return unsupported(what.clone());
        }
        let params: Vec<Class> =
            self.image.functions[main as usize].code.params.iter().map(|param| self.class(param.ty)).collect();
        let usual = match &params[..] {
            [] => true,
            [Class::Int(_), rest @ ..] => rest.len() <= 2 && rest.iter().all(|&class| class == Class::Pointer),
            _ => false,
        };
        if !usual {
            return unsupported("a `main` with parameters of its own");
        }
        if !self.memory.is_resumed() {
            self.initialize()?;
        }
        for &function in &self.image.constructors {
            self.push_frame(function, 0, None)?;
            self.execute(0)?;
        }
        self.registers[0] = args.len() as u64;
        let vector = self.argument_vector(args)?;
        super::set_pointer(&mut self.registers, 1, vector);
        // Without a return value, `main` returns 0 (C11 5.1.2.2.3).
        self.push_frame(main, 0, None)
    }

    /// `argv`: strings and a table of pointers to them.
    fn argument_vector(&mut self, args: &[String]) -> Run<crate::memory::Pointer> {
        let word = u64::from(self.image.program.options.target.pointer.size);
        let table = self.memory.allocate((args.len() as u64 + 1) * word, 16, true)?;
        for (index, arg) in args.iter().enumerate() {
            let string = self.memory.allocate(arg.len() as u64 + 1, 1, true)?;
            self.memory.write_bytes(self.image, string, arg.as_bytes())?;
            let entry = table.moved(index as i64 * word as i64);
            self.memory.write_bytes(self.image, entry, &string.addr.to_le_bytes()[..word as usize])?;
            let at = self.memory.offset_of(entry.addr) as u32;
            self.memory.set_provenance(at, string);
        }
        Ok(table)
    }

    /// `exit`: functions registered by `atexit`, then the end.
    pub(crate) fn exit(&mut self, status: u64) -> crate::outcome::Stop {
        if self.library.exiting {
            let words = "exit is called while the program is exiting".to_owned();
            return Box::new(Reason::Undefined(Kind::LibraryPrecondition, words, Vec::new()));
        }
        self.library.exiting = true;
        while let Some(handler) = self.library.at_exit.pop() {
            if let Err(stop) = self.call_back(handler, &[], EXIT) {
                return stop;
            }
        }
        let floor = self.frames.len();
        for &function in &self.image.destructors {
            let first = self
                .frames
                .last()
                .map_or(0, |frame| frame.base + self.image.functions[frame.function as usize].code.registers);
            if let Err(stop) = self.push_frame(function, first, None).and_then(|()| self.execute(floor)) {
                return stop;
            }
        }
        Box::new(Reason::End(End::Status(status as u8)))
    }
}
