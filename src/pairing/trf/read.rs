//! Reading a report, line by line.

use super::cells::{Columns, side};
use super::consistency::{self, column_of};
use super::table;
use super::{
    AnnouncedBye, Apart, Cell, Code, Dialect, Entrant, Error, Line, Report, VirtualPoints, Warning,
};
use crate::pairing::{PLAYERS_MAX, PlayerNumber};
use std::collections::BTreeSet;

/// The most bytes a report may have: as many players as a field may hold, with 70 rounds each.
pub const BYTES_MAX: usize = 16 << 20;
/// The most rounds of one player: wider lines are a mistake. Tie-breaks count on it, since a mean over the games between
/// two must fit into 64 bits with all the others.
pub const ROUNDS_MAX: usize = 400;
/// The most lines and the longest one: short lines, and short words in one line, take many times their bytes in memory.
/// Every player has a line, and one line can name them all.
const LINES_MAX: usize = 300_000;
const COLUMNS_MAX: usize = 120_000;
/// The most virtual points, one for each player and round; the most byes announced; the most pairs kept apart: short lines
/// can name many.
const VIRTUAL_MAX: usize = 200_000;
/// What four columns hold.
const VIRTUAL_HALVES_MAX: u8 = 199;
const BYES_MAX: usize = 200_000;
const APART_MAX: usize = 2_000_000;
/// The columns between the parts of a player's line, before the rounds.
const BLANK_COLUMNS: [usize; 9] = [4, 9, 14, 48, 53, 57, 69, 80, 85];
/// Codes that are kept as plain lines without a warning.
const PLAIN: [&str; 22] = [
    "012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "132",
    "172", "182", "192", "202", "212", "222", "013", "###", "XXS",
];

/// Reads a report. Lines end with LF, CRLF or CR; text is UTF-8, or Latin-1 where it is not.
pub fn read(bytes: &[u8]) -> Result<(Report, Vec<Warning>), Error> {
    if bytes.len() > BYTES_MAX {
        return Err(Error {
            line: 1,
            column: 1,
            expected: "a report of at most 16 MiB",
            found: format!("{} bytes", bytes.len()),
        });
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    };
    let text = text.replace("\r\n", "\n");
    let mut reader = Reader {
        report: Report {
            dialect: Dialect::Trf16,
            ..Report::default()
        },
        warnings: Vec::new(),
        numbers: BTreeSet::new(),
        apart: 0,
        stands_on: Vec::new(),
    };
    for (index, line) in text.split(['\n', '\r']).enumerate() {
        // A mark of the byte order may also come from a file that was put behind another one.
        let line = line.trim_start_matches('\u{feff}').trim_end();
        let letters = line.chars().take(COLUMNS_MAX + 1);
        let letters: Vec<char> = letters.collect();
        let line = Columns {
            number: index + 1,
            letters: &letters,
        };
        if line.number > LINES_MAX {
            return Err(line.error(1, "at most 300000 lines", "one more"));
        }
        if letters.len() > COLUMNS_MAX {
            let column = COLUMNS_MAX + 1;
            return Err(line.error(column, "a line of at most 120000 columns", "one more"));
        }
        if !letters.is_empty() {
            reader.line(&line)?;
        }
    }
    let contradictions = consistency::check(&reader.report, &reader.stands_on)?;
    reader.warnings.extend(contradictions);
    reader
        .warnings
        .sort_by_key(|warning| (warning.line, warning.column));
    Ok((reader.report, reader.warnings))
}

struct Reader {
    report: Report,
    warnings: Vec<Warning>,
    numbers: BTreeSet<PlayerNumber>,
    /// Pairs kept apart so far.
    apart: usize,
    /// The line each entrant stands on.
    stands_on: Vec<usize>,
}

impl Reader {
    fn line(&mut self, line: &Columns<'_>) -> Result<(), Error> {
        let code: String = line.letters.iter().take(3).collect();
        match code.as_str() {
            "001" => self.entrant(line)?,
            "XXR" => self.report.rounds_total = Some(self.rounds_total(line)?),
            "142" => {
                self.report.dialect = Dialect::Trf26;
                self.report.rounds_total = Some(self.rounds_total(line)?);
            }
            "XXC" => self.colours(line)?,
            "152" => {
                self.report.dialect = Dialect::Trf26;
                let first = self.first_word(line, "W or B")?;
                self.report.initial_side = match side(first.1.chars().next().unwrap_or(' ')) {
                    Some(side) => Some(side),
                    None => return Err(line.error(first.0, "W or B", first.1)),
                };
            }
            "XXZ" => {
                let numbers = line.numbers(4, "a player's number")?;
                self.announce(line, numbers, None, Code::Absent)?;
            }
            "240" => self.announced(line)?,
            "XXP" => {
                let numbers = line.numbers(4, "a player's number")?;
                self.keep_apart(line, None, numbers)?;
            }
            "260" => self.forbidden(line)?,
            "XXA" => self.accelerated(line)?,
            "250" => self.accelerated_span(line)?,
            "BBU" => {
                let halves = line.halves(5, 8)?.unwrap_or(2);
                self.pairing_bye(line, halves);
            }
            "162" => self.point_system(line)?,
            other => {
                if !PLAIN.contains(&other) {
                    self.warn(
                        line,
                        format!("the code {other:?} is not known and has no effect"),
                    );
                }
                let text: String = line.letters.iter().skip(3).collect();
                let text = text.strip_prefix(' ').unwrap_or(&text).to_owned();
                match table::read_out(&text).filter(|_| other == "###") {
                    Some(mut out) => self.report.out_of_table.append(&mut out),
                    None => self.report.lines.push(Line { code, text }),
                }
            }
        }
        Ok(())
    }

    fn warn(&mut self, line: &Columns<'_>, what: String) {
        self.warn_at(line, 1, what);
    }

    fn warn_at(&mut self, line: &Columns<'_>, column: usize, what: String) {
        self.warnings.push(Warning {
            line: line.number,
            column,
            what,
        });
    }

    fn first_word(
        &self,
        line: &Columns<'_>,
        expected: &'static str,
    ) -> Result<(usize, String), Error> {
        let found = line.words(4).into_iter().next();
        found.ok_or_else(|| line.error(5, expected, ""))
    }

    fn rounds_total(&self, line: &Columns<'_>) -> Result<u16, Error> {
        let (column, word) = self.first_word(line, "the number of rounds")?;
        match word.parse() {
            Ok(rounds) if usize::from(rounds) <= ROUNDS_MAX => Ok(rounds),
            Ok(_) | Err(_) => Err(line.error(column, "a number of rounds up to 400", word)),
        }
    }

    /// `XXC white1`, `XXC black1`, `XXC rank`.
    fn colours(&mut self, line: &Columns<'_>) -> Result<(), Error> {
        for (column, word) in line.words(4) {
            match word.as_str() {
                "white1" => self.report.initial_side = Some(crate::pairing::Side::White),
                "black1" => self.report.initial_side = Some(crate::pairing::Side::Black),
                "rank" => self.warn(
                    line,
                    "XXC rank has no effect: players are ranked by number".to_owned(),
                ),
                _ => return Err(line.error(column, "white1, black1 or rank", word)),
            }
        }
        Ok(())
    }

    /// `240 T RRR id..`: byes announced for a round.
    fn announced(&mut self, line: &Columns<'_>) -> Result<(), Error> {
        self.report.dialect = Dialect::Trf26;
        let letter = line.letter(5);
        let code = match Code::from_letter(letter) {
            Some(code @ (Code::FullBye | Code::HalfBye | Code::Absent)) => code,
            Some(_) | None => return Err(line.error(5, "F, H or Z", letter)),
        };
        let round = line.number(7, 9, "a round's number")?;
        let numbers = line.numbers(10, "a player's number")?;
        self.announce(line, numbers, round, code)
    }

    fn announce(
        &mut self,
        line: &Columns<'_>,
        numbers: Vec<PlayerNumber>,
        round: Option<u16>,
        code: Code,
    ) -> Result<(), Error> {
        if self.report.byes.len() + numbers.len() > BYES_MAX {
            return Err(line.error(1, "at most 200000 byes", "more"));
        }
        let byes = numbers.into_iter().map(|number| AnnouncedBye {
            number,
            round,
            code,
        });
        self.report.byes.extend(byes);
        Ok(())
    }

    /// `260 FFF LLL id..`: players kept apart from the first to the last of two rounds.
    fn forbidden(&mut self, line: &Columns<'_>) -> Result<(), Error> {
        self.report.dialect = Dialect::Trf26;
        let first = line.number(5, 7, "a round's number")?;
        let last = line.number(9, 11, "a round's number")?;
        let rounds = first.map(|first| (first, last.unwrap_or(999)));
        let numbers = line.numbers(12, "a player's number")?;
        self.keep_apart(line, rounds, numbers)
    }

    fn keep_apart(
        &mut self,
        line: &Columns<'_>,
        rounds: Option<(u16, u16)>,
        numbers: Vec<PlayerNumber>,
    ) -> Result<(), Error> {
        self.apart += numbers.len().saturating_mul(numbers.len()) / 2;
        if self.apart > APART_MAX {
            return Err(line.error(1, "at most two million pairs kept apart", "more"));
        }
        self.report.apart.push(Apart { rounds, numbers });
        Ok(())
    }

    /// `XXA iiii pp.p pp.p ..`: one player's virtual points, round by round.
    fn accelerated(&mut self, line: &Columns<'_>) -> Result<(), Error> {
        let number = line.number(5, 8, "a player's number")?;
        let number = number.ok_or_else(|| line.error(5, "a player's number", ""))?;
        let mut column = 10;
        let mut round = 1;
        while column <= line.letters.len() {
            let halves = line.halves(column, column + 3)?.unwrap_or(0);
            self.virtual_points(line, column, (number, round, halves))?;
            column += 5;
            round += 1;
        }
        Ok(())
    }

    /// `250`: virtual points for the players from one number to another, in the rounds from one to another.
    fn accelerated_span(&mut self, line: &Columns<'_>) -> Result<(), Error> {
        self.report.dialect = Dialect::Trf26;
        let halves = line.halves(10, 13)?.unwrap_or(0);
        let need = |value: Option<usize>, column, expected| match value {
            Some(value) if value <= PLAYERS_MAX => Ok(value),
            Some(_) | None => Err(line.error(column, expected, line.text(column, column + 3))),
        };
        let first_round = need(line.number(15, 17, "a round")?, 15, "the first round")?;
        let last_round = need(line.number(19, 21, "a round")?, 19, "the last round")?;
        let first = need(line.number(23, 26, "a number")?, 23, "the first number")?;
        let last = need(line.number(28, 31, "a number")?, 28, "the last number")?;
        for number in first..=last {
            for round in first_round..=last_round.min(ROUNDS_MAX) {
                let number = PlayerNumber::try_from(number).unwrap_or(0);
                let round = u16::try_from(round).unwrap_or(0);
                self.virtual_points(line, 10, (number, round, halves))?;
            }
        }
        Ok(())
    }

    fn virtual_points(
        &mut self,
        line: &Columns<'_>,
        column: usize,
        (number, round, halves): (PlayerNumber, u16, u32),
    ) -> Result<(), Error> {
        let fitting = u8::try_from(halves).ok();
        let Some(halves) = fitting.filter(|halves| *halves <= VIRTUAL_HALVES_MAX) else {
            return Err(line.error(column, "virtual points up to 99.5", halves.to_string()));
        };
        if usize::from(round) > ROUNDS_MAX || self.report.virtual_points.len() >= VIRTUAL_MAX {
            return Err(line.error(
                column,
                "virtual points for fewer rounds and players",
                "more",
            ));
        }
        if halves > 0 {
            self.report.virtual_points.push(VirtualPoints {
                number,
                round,
                halves,
            });
        }
        Ok(())
    }

    /// What the pairing-allocated bye is worth: at most a win.
    fn pairing_bye(&mut self, line: &Columns<'_>, halves: u32) {
        match u8::try_from(halves) {
            Ok(halves) if halves <= 2 => self.report.pairing_bye_halves = Some(halves),
            Ok(_) | Err(_) => self.warn(
                line,
                "a bye worth more than a win has no effect: wins are 1".to_owned(),
            ),
        }
    }

    /// `162`: a letter and its value, in groups of nine columns from 6 on. Only the bye's may differ from the usual.
    fn point_system(&mut self, line: &Columns<'_>) -> Result<(), Error> {
        self.report.dialect = Dialect::Trf26;
        let mut column = 6;
        while column <= line.letters.len() {
            let letter = line.letter(column).to_ascii_uppercase();
            let value = line.halves(column + 1, column + 4)?;
            match (letter, value) {
                ('P', Some(halves)) => self.pairing_bye(line, halves),
                ('W', Some(2)) | ('D' | 'X', Some(1)) | ('L' | 'A', Some(0)) | (' ', None) => {}
                (letter, value) => {
                    let value = value.map_or_else(String::new, super::cells::points);
                    self.warn(
                        line,
                        format!("{letter} worth {value} has no effect: wins are 1, draws 0.5"),
                    );
                }
            }
            column += 9;
        }
        Ok(())
    }

    /// A player's line.
    fn entrant(&mut self, line: &Columns<'_>) -> Result<(), Error> {
        let number: Option<PlayerNumber> = line.number(5, 8, "a starting number")?;
        let number = match number {
            Some(number) if number > 0 => number,
            Some(_) | None => {
                return Err(line.error(5, "a starting number from 1", line.text(5, 8)));
            }
        };
        if !self.numbers.insert(number) {
            return Err(line.error(5, "a starting number not used before", number.to_string()));
        }
        if self.numbers.len() > PLAYERS_MAX {
            return Err(line.error(1, "at most 20000 players", "one more"));
        }
        let mut entrant = Entrant {
            number,
            sex: Some(line.letter(10)).filter(|letter| !letter.is_whitespace()),
            title: line.text(11, 13),
            name: line.text(15, 47),
            rating: line
                .number(49, 52, "a rating")?
                .filter(|rating| *rating > 0),
            federation: line.text(54, 56),
            fide_id: line.text(58, 68),
            birth: line.text(70, 79),
            halves: line.halves(81, 84)?,
            rank: line.number(86, 89, "a rank")?,
            cells: Vec::new(),
        };
        for column in BLANK_COLUMNS {
            if line.letter(column) != ' ' {
                self.warn_at(
                    line,
                    column,
                    "this column should be blank: the line may be shifted".to_owned(),
                );
            }
        }
        let mut column = column_of(0);
        while column <= line.letters.len() {
            if entrant.cells.len() == ROUNDS_MAX {
                return Err(line.error(column, "at most 400 rounds", "one more"));
            }
            entrant.cells.push(self.cell(line, column, number)?);
            column += 10;
        }
        // Blanks at the end of a line are as good as none.
        let written = entrant.cells.iter().rposition(|c| c.code != Code::Blank);
        entrant.cells.truncate(written.map_or(0, |last| last + 1));
        self.report.entrants.push(entrant);
        self.stands_on.push(line.number);
        Ok(())
    }

    fn cell(
        &mut self,
        line: &Columns<'_>,
        column: usize,
        own: PlayerNumber,
    ) -> Result<Cell, Error> {
        // What stands between the parts of a cell shows that it is shifted, and would be read as another one.
        let between = [column - 2, column - 1, column + 4, column + 6];
        if let Some(&wrong) = between.iter().find(|&&at| line.letter(at) != ' ') {
            return Err(line.error(wrong, "a blank", line.letter(wrong)));
        }
        let opponent: Option<PlayerNumber> = line.number(column, column + 3, "an opponent")?;
        let opponent = opponent.filter(|number| *number != 0);
        let letter = line.letter(column + 7);
        let Some(code) = Code::from_letter(letter) else {
            return Err(line.error(column + 7, "a result: 1 0 = W D L + - F H U Z", letter));
        };
        let mark = line.letter(column + 5);
        let side = match (side(mark), mark) {
            (None, ' ' | '-') => None,
            (None, _) => return Err(line.error(column + 5, "w, b or -", mark)),
            (side, _) => side,
        };
        match (opponent, code.has_opponent()) {
            (Some(number), _) if number == own => {
                Err(line.error(column, "another player's number", number.to_string()))
            }
            (Some(number), false) => Err(line.error(column, "0000 with a bye", number.to_string())),
            (None, true) if !matches!(code, Code::ForfeitWin | Code::ForfeitLoss) => Err(line
                .error(
                    column,
                    "an opponent for a game",
                    line.text(column, column + 3),
                )),
            (Some(_), true)
                if side.is_none() && !matches!(code, Code::ForfeitWin | Code::ForfeitLoss) =>
            {
                Err(line.error(column + 5, "w or b for a game", mark))
            }
            (None, false) if code == Code::Blank => Ok(Cell::alone(code)),
            (Some(_) | None, true) | (None, false) => Ok(Cell {
                opponent,
                side,
                code,
            }),
        }
    }
}
