//! Random tournaments, exported and read again.

use super::*;
use crate::lots::Lots;
use crate::pairing::trf::{self, Code, Dialect};
use crate::standings::{Contest, Edition, System, TieBreak};
use crate::tournament::{Acceleration, ColorsPlayed, Drawn, Format, Phase, ThirdPlace, Withdrawal};

/// A tournament of its own: results, forfeits, withdrawals, late entries and byes by lot.
pub(super) struct Stage {
    society: Society,
    lots: Lots,
}

impl Stage {
    pub(super) fn new(format: Format, players: u32, seed: u64) -> Stage {
        Stage::with(format, ThirdPlace::NotPlayed, (players, seed))
    }

    pub(super) fn with(
        format: Format,
        third_place: ThirdPlace,
        (players, seed): (u32, u64),
    ) -> Stage {
        let mut settings = Settings::new("Tuesday\u{7} night");
        settings.format = format;
        settings.rounds = 5;
        settings.third_place = third_place;
        settings.acceleration = match seed % 2 {
            0 => Acceleration::Baku,
            _ => Acceleration::None,
        };
        let mut stage = Stage {
            society: Society::default(),
            lots: Lots::new(seed),
        };
        stage.happens(&Fact::TournamentCreated {
            tournament: ID,
            seed,
            settings: Box::new(settings),
        });
        (1..=players).for_each(|number| stage.happens(&entered(number, 1)));
        let order = stage.tournament().draw_order(|_| None);
        stage.happens(&Fact::LotsDrawn {
            tournament: ID,
            order,
        });
        stage.happens(&Fact::PhaseChanged {
            tournament: ID,
            from: Phase::Registration,
            phase: Phase::Running,
        });
        stage
    }

    fn happens(&mut self, fact: &Fact) {
        self.society.apply(fact);
    }

    pub(super) fn tournament(&self) -> &Tournament {
        self.society.tournament(ID).expect("it was made above")
    }

    /// Pairs a round and settles its boards; says whether it could be paired.
    pub(super) fn play(&mut self, number: RoundNumber) -> bool {
        let swiss = self.tournament().settings.format == Format::Swiss;
        let mut fixed = Vec::new();
        if swiss && self.lots.below(3) == 0 {
            let active: Vec<EntryNumber> = self
                .tournament()
                .active_entries()
                .map(|entry| entry.number)
                .collect();
            let kinds = [ByeKind::FullPoint, ByeKind::HalfPoint, ByeKind::ZeroPoint];
            fixed.push(Bye {
                player: active[self.pick(active.len())],
                kind: kinds[self.pick(3)],
            });
        }
        let Ok(Drawn { pairs, byes }) = self.tournament().draw_round(number, &fixed) else {
            return false;
        };
        let boards = u16::try_from(pairs.len()).expect("few boards");
        self.happens(&Fact::RoundPaired {
            tournament: ID,
            round: number,
            pairs,
            byes,
            publish_at: None,
            by: PairedBy::System,
        });
        self.happens(&Fact::RoundPublished {
            tournament: ID,
            round: number,
            at: AT,
            cutoff: Timestamp::from_ms(2_000),
            deadline: Timestamp::from_ms(3_000),
        });
        for board in 1..=boards {
            let verdict = self.verdict();
            self.happens(&Fact::BoardMoved {
                board: BoardRef {
                    tournament: ID,
                    round: number,
                    board: BoardNumber(board),
                },
                status: BoardStatus::Final {
                    verdict,
                    ground: Ground::BothReports,
                },
            });
        }
        true
    }

    fn pick(&mut self, count: usize) -> usize {
        usize::try_from(self.lots.below(count as u64)).expect("a small number")
    }

    fn verdict(&mut self) -> Verdict {
        let knockout = self.tournament().settings.format == Format::Knockout;
        let loser = if self.lots.coin() {
            Color::White
        } else {
            Color::Black
        };
        let result = match self.pick(12) {
            0 => BoardResult::Forfeit { loser },
            1 if !knockout => BoardResult::DoubleForfeit,
            2..=5 if !knockout => BoardResult::Played(Outcome::Draw),
            _ => BoardResult::Played(Outcome::win_of(!loser)),
        };
        let colors = if result.was_played() && self.pick(10) == 0 {
            ColorsPlayed::Swapped
        } else {
            ColorsPlayed::AsPaired
        };
        Verdict { result, colors }
    }

    /// Somebody leaves, somebody comes.
    pub(super) fn between(&mut self, after: u16) {
        let players = self.tournament().entries.len();
        if self.pick(4) == 0 {
            let entry = EntryNumber(u32::try_from(1 + self.pick(players)).expect("few"));
            self.happens(&Fact::EntryWithdrawn {
                tournament: ID,
                entry,
                why: Withdrawal::Announced,
                reason: None,
            });
        }
        if self.tournament().settings.format == Format::Swiss && self.pick(4) == 0 {
            let number = u32::try_from(players + 1).expect("few");
            self.happens(&entered(number, after + 1));
        }
    }
}

/// The standings of a report: number, place, shared, half points, tie-breaks as written.
fn reread(text: &str, tournament: &Tournament) -> Vec<(u32, u32, bool, u32, Vec<String>)> {
    let (report, warnings) = trf::read(text.as_bytes()).expect("what is written can be read");
    let knockout = tournament.settings.format == Format::Knockout;
    assert!(knockout || warnings.is_empty(), "{warnings:?}\n{text}");
    let rounds = report.rounds_counted();
    let field = match tournament.settings.format {
        Format::Swiss | Format::Knockout => report.field_before(rounds),
        Format::RoundRobin | Format::DoubleRoundRobin => report.table_after(rounds),
    };
    let contest = Contest {
        players: &field.players,
        rounds: u16::try_from(rounds).expect("few rounds"),
        system: match tournament.settings.format {
            Format::Swiss | Format::Knockout => System::Swiss,
            Format::RoundRobin | Format::DoubleRoundRobin => System::RoundRobin,
        },
        pairing_bye_halves: field.pairing_bye_halves,
    };
    let codes = tournament.settings.tie_breaks.iter();
    let codes: Vec<TieBreak> = codes.filter_map(|code| TieBreak::from_code(code)).collect();
    let rows = crate::standings::standings(&contest, &codes, Edition::Y2026);
    let mut rows: Vec<_> = rows
        .into_iter()
        .map(|row| {
            let values = row.tie_breaks.iter().map(ToString::to_string).collect();
            (row.number, row.place, row.shared, row.halves, values)
        })
        .collect();
    rows.sort();
    rows
}

#[test]
fn an_exported_tournament_has_the_same_standings() {
    let formats = [
        Format::Swiss,
        Format::RoundRobin,
        Format::DoubleRoundRobin,
        Format::Knockout,
    ];
    let mut rounds_seen = 0;
    for seed in 1..=48 {
        for format in formats {
            let players = 3 + u32::try_from(seed % 9).expect("small");
            let mut stage = Stage::new(format, players, seed);
            for round in 1..=stage.tournament().rounds_total() {
                if !stage.play(RoundNumber(round)) {
                    break;
                }
                rounds_seen += 1;
                for dialect in [Dialect::Trf16, Dialect::Trf26] {
                    let tournament = stage.tournament();
                    let exported = export::report(tournament, dialect);
                    let text = trf::write(&exported);
                    let mut rows: Vec<_> = standings(tournament)
                        .into_iter()
                        .map(|row| {
                            let number = tournament.number_of(row.entry);
                            let halves = row.points.halves();
                            (number, row.place, row.shared, halves, row.tie_breaks)
                        })
                        .collect();
                    rows.sort();
                    assert_eq!(reread(&text, tournament), rows, "{seed} {format:?}\n{text}");
                    let stated = |row: &(u32, u32, bool, u32, Vec<String>)| {
                        let entrant = exported.entrants.iter().find(|e| e.number == row.0);
                        entrant.map(|entrant| (entrant.rank, entrant.halves))
                    };
                    assert!(
                        rows.iter()
                            .all(|row| stated(row) == Some((Some(row.1), Some(row.3))))
                    );
                }
                stage.between(round);
            }
        }
    }
    assert!(rounds_seen > 800, "{rounds_seen}");
}

#[test]
fn the_next_round_is_paired_from_the_report_as_the_bot_pairs_it() {
    for seed in 1..=40 {
        let mut stage = Stage::new(Format::Swiss, 9, seed);
        for round in 1..=4 {
            if !stage.play(RoundNumber(round)) {
                break;
            }
            stage.between(round);
            let tournament = stage.tournament();
            let text = trf::write(&export::report(tournament, Dialect::Trf16));
            let (report, _) = trf::read(text.as_bytes()).expect("it can be read");
            let own = tournament.field(RoundNumber(round + 1), &[]);
            assert_eq!(report.field(), own, "{seed}\n{text}");
        }
    }
}

#[test]
fn a_bye_is_u_and_only_a_given_point_is_f() {
    let mut stage = Stage::new(Format::Swiss, 5, 3);
    let mut letters = Vec::new();
    for round in 1..=5 {
        if stage.play(RoundNumber(round)) {
            let last = usize::from(round) - 1;
            for bye in stage.tournament().rounds[last].byes.clone() {
                let report = export::report(stage.tournament(), Dialect::Trf26);
                let number = stage.tournament().number_of(bye.player);
                let entrant = report.entrants.iter().find(|e| e.number == number);
                let code = entrant.expect("everybody is in the report").cells[last].code;
                let expected = match bye.kind {
                    ByeKind::PairingAllocated => Code::PairingBye,
                    ByeKind::FullPoint => Code::FullBye,
                    ByeKind::HalfPoint => Code::HalfBye,
                    ByeKind::ZeroPoint => Code::Absent,
                };
                assert_eq!(code, expected);
                letters.push(code.letter());
            }
        }
    }
    assert!(letters.contains(&'U'), "{letters:?}");
}

#[test]
fn a_round_in_play_is_left_out_and_names_are_clean() {
    let tournament = after(&[]);
    let report = export::report(&tournament, Dialect::Trf16);
    assert!(
        report
            .entrants
            .iter()
            .all(|entrant| entrant.cells.is_empty())
    );
    let stage = Stage::new(Format::Swiss, 4, 1);
    let text = trf::write(&export::report(stage.tournament(), Dialect::Trf26));
    assert!(text.starts_with("012 Tuesday night\n"), "{text}");
    assert!(text.contains("\n202 BHC1 BH SB DE WON\n"), "{text}");
}

/// A round robin in which the first player leaves after so many rounds, and the others play on to the end.
fn left_after(rounds: u16, seed: u64) -> Stage {
    let mut stage = Stage::new(Format::RoundRobin, 6, seed);
    for round in 1..=5 {
        assert!(
            stage.play(RoundNumber(round)),
            "a round robin can be paired"
        );
        if round == rounds {
            stage.happens(&Fact::EntryWithdrawn {
                tournament: ID,
                entry: EntryNumber(1),
                why: Withdrawal::Announced,
                reason: None,
            });
        }
    }
    stage
}

/// The codes of a player's rounds in a report, and those of the opponents in the same rounds.
fn codes(report: &trf::Report, number: u32) -> Vec<(Code, Code)> {
    let find = |number| report.entrants.iter().find(|e| e.number == number);
    let own = find(number).expect("the player is in the report");
    let cells = own.cells.iter().enumerate();
    let both = cells.map(|(round, cell)| {
        let opponent = cell
            .opponent
            .and_then(find)
            .expect("everybody was scheduled");
        (cell.code, opponent.cells[round].code)
    });
    both.collect()
}

#[test]
fn who_left_a_round_robin_early_has_the_games_in_the_report() {
    // In the tournament of this seed the first player's first games were all played.
    let seed = 2;
    for (rounds, out) in [(2, true), (3, false)] {
        let stage = left_after(rounds, seed);
        let tournament = stage.tournament();
        let number = tournament.number_of(EntryNumber(1));
        let report = export::report(tournament, Dialect::Trf16);
        assert_eq!(report.out_of_table.contains(&number), out);
        let codes = codes(&report, number);
        assert_eq!(codes.len(), 5);
        for (round, pair) in codes.iter().enumerate() {
            let left = round >= usize::from(rounds);
            assert_eq!(
                *pair == (Code::ForfeitLoss, Code::ForfeitWin),
                left,
                "{codes:?}"
            );
            let played = [Code::Win, Code::Draw, Code::Loss].contains(&pair.0);
            assert_ne!(played, left, "{codes:?}");
        }
        let (again, warnings) = trf::read(trf::write(&report).as_bytes()).expect("a report");
        assert_eq!(warnings, []);
        assert_eq!(again.out_of_table, report.out_of_table);
        let own = again
            .entrants
            .iter()
            .find(|entrant| entrant.number == number);
        let sum: u32 = again.table_after(5).player(number).map_or(0, |player| {
            player.rounds.iter().map(|round| round.halves(2)).sum()
        });
        assert_eq!(own.and_then(|own| own.halves), Some(sum));
        assert!(!out || sum == 0, "{sum}");
    }
}
