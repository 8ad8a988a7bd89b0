//! A folder of a test, with scripts in place of programs.

use std::fs;
use std::path::{Path, PathBuf};

/// A folder that goes away with the test.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("cuda-builder-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// A file there.
    pub fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    /// A program there. Of several tests one may start a process while another has its script open for writing, which then cannot be run;
    /// so a process of its own writes it.
    #[cfg(unix)]
    pub fn script(&self, name: &str, lines: &str) -> PathBuf {
        use std::io::Write;
        use std::os::unix::fs::PermissionsExt;
        use std::process::{Command, Stdio};
        let path = self.file(name, "");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        let mut writer = Command::new("sh");
        writer.args(["-c", "cat > \"$0\""]).arg(&path).stdin(Stdio::piped());
        let mut writer = writer.spawn().unwrap();
        writer.stdin.take().unwrap().write_all(format!("#!/bin/sh\n{lines}\n").as_bytes()).unwrap();
        assert!(writer.wait().unwrap().success());
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}
