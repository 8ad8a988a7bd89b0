//! Choices that Newton's method, paths and zeros share.

/// The setters of a builder with a field `run`, [`crate::RunOptions`].
macro_rules! cpu_setters {
    ($builder:ident) => {
        impl $builder<'_> {
            /// Where it is computed. On the CPU for now, which is what [`Backend::Auto`](crate::Backend::Auto) means.
            pub fn backend(mut self, backend: crate::Backend) -> Self {
                self.run.backend = backend;
                self
            }

            /// Threads; all cores by default. The answer does not depend on them.
            pub fn threads(mut self, threads: usize) -> Self {
                self.run.threads = Some(threads);
                self
            }

            /// Watches and cancels.
            pub fn control(mut self, control: crate::Control) -> Self {
                self.run.control = control;
                self
            }
        }
    };
}
pub(super) use cpu_setters;
