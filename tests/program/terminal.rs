//! The progress bar on a terminal of 40 columns, and Ctrl-C.

use crate::runs::binary;
use crate::turns::turn;
use nix::pty::{Winsize, openpty};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;
use std::process::{Command, Stdio};

const COLUMNS: usize = 40;

/// The text on the screen.
struct Screen {
    lines: Vec<String>,
    row: usize,
    column: usize,
    /// Whether a line was too long for it.
    wrapped: bool,
}

impl Screen {
    /// After all that was printed.
    fn new(printed: &str) -> Self {
        let mut screen = Screen { lines: vec![String::new()], row: 0, column: 0, wrapped: false };
        let mut rest = printed.chars();
        while let Some(c) = rest.next() {
            match c {
                '\r' => screen.column = 0,
                '\n' => screen.down(),
                '\x1b' => {
                    let sequence: String = rest.by_ref().take_while(|c| !c.is_ascii_alphabetic()).collect();
                    let letter = printed[..printed.len() - rest.as_str().len()].chars().next_back();
                    screen.control(&sequence, letter.expect("the letter of a sequence"));
                }
                c => screen.put(c),
            }
        }
        screen
    }

    fn down(&mut self) {
        self.row += 1;
        if self.row == self.lines.len() {
            self.lines.push(String::new());
        }
    }

    fn put(&mut self, c: char) {
        if self.column == COLUMNS {
            self.wrapped = true;
            self.column = 0;
            self.down();
        }
        let mut line: Vec<char> = self.lines[self.row].chars().collect();
        line.resize(line.len().max(self.column + 1), ' ');
        line[self.column] = c;
        self.lines[self.row] = line.into_iter().collect();
        self.column += 1;
    }

    fn control(&mut self, sequence: &str, letter: char) {
        let number = sequence.trim_start_matches(['[', '?']).parse().unwrap_or(0usize);
        match letter {
            'A' => self.row = self.row.saturating_sub(number.max(1)),
            'K' if number == 2 => self.lines[self.row].clear(),
            'K' => self.lines[self.row] = self.lines[self.row].chars().take(self.column).collect(),
            'J' => self.lines.truncate(self.row + 1),
            // Colours, and whether the cursor is seen.
            'm' | 'h' | 'l' => {}
            other => panic!("a sequence nobody expects: {sequence}{other}"),
        }
    }
}

/// The percentages that were printed, in order.
fn percentages(printed: &str) -> Vec<u32> {
    let ends = printed.match_indices('%').map(|(end, _)| &printed[..end]);
    ends.filter_map(|text| text.rsplit(|c: char| !c.is_ascii_digit()).next()?.parse().ok()).collect()
}

/// A bar that moves within its line and tells what is left, and after Ctrl-C a line that has nothing but the message.
#[test]
fn forty_columns_and_an_interrupt() {
    let _turn = turn();
    let size = Winsize { ws_row: 24, ws_col: COLUMNS as u16, ws_xpixel: 0, ws_ypixel: 0 };
    let pty = openpty(Some(&size), None).expect("a terminal");
    // Minutes of one thread, in few batches.
    let dense = |digit: &str| {
        let term = |(i, j): (usize, usize)| format!("+{}*x^{i}*y^{j}", digit.repeat(900 + i + j));
        (0..=40).flat_map(|i| (0..=40).map(move |j| (i, j))).map(term).collect::<String>()
    };
    let folder = tempfile::tempdir().expect("a folder");
    let arguments = [("f", "7"), ("g", "3")].map(|(name, digit)| {
        let path = folder.path().join(name);
        std::fs::write(&path, dense(digit)).expect("a file");
        format!("@{}", path.display())
    });
    let mut program = Command::new(binary())
        .arg("resultant")
        .args(arguments)
        .args(["--var", "y", "--backend", "cpu", "--threads", "1"])
        .env("TERM", "xterm")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(pty.slave)
        .spawn()
        .expect("the program starts");
    let mut terminal = File::from(pty.master);
    let (mut printed, mut buffer, mut interrupted) = (String::new(), [0; 4096], false);
    // An error is the end: the program has closed its side.
    while let Ok(count @ 1..) = terminal.read(&mut buffer) {
        printed += &String::from_utf8_lossy(&buffer[..count]);
        let seen = percentages(&printed).into_iter().collect::<BTreeSet<u32>>().len();
        if !interrupted && printed.contains(" left") && seen >= 3 {
            interrupted = true;
            kill(Pid::from_raw(program.id() as i32), Signal::SIGINT).expect("a signal");
        }
    }
    let status = program.wait().expect("an end");
    assert_eq!((status.code(), interrupted), (Some(130), true), "{printed:?}");
    assert!(percentages(&printed).is_sorted(), "{printed:?}");
    let screen = Screen::new(&printed);
    assert_eq!((screen.lines, screen.wrapped), (vec!["interrupted".to_owned(), String::new()], false), "{printed:?}");
}
