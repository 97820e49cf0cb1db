//! What players say about themselves and their games.

use super::*;
use crate::tournament::{Claim, ColorsPlayed, OwnResult};
use crate::vocabulary::{Color, Outcome};
use chrono_tz::Tz;

fn claim(name: &str, line: &str) -> Result<Claim, Refusal> {
    match in_channel(&society(), name, line)? {
        Request::Act(Action::Report {
            tournament,
            claim,
            text,
            said_at: SAID_AT,
        }) => {
            assert_eq!((tournament, text.as_str()), (WINTER, line));
            Ok(claim)
        }
        other => panic!("{line} should be a report, and is {other:?}"),
    }
}

const AS_PAIRED: ColorsPlayed = ColorsPlayed::AsPaired;
const SWAPPED: ColorsPlayed = ColorsPlayed::Swapped;

#[test]
fn reports_of_ones_own() {
    for (line, result, colors) in [
        ("report won", OwnResult::Won, AS_PAIRED),
        ("report lost as white", OwnResult::Lost, AS_PAIRED),
        ("report won as black", OwnResult::Won, SWAPPED),
        ("report drew swapped", OwnResult::Drew, SWAPPED),
    ] {
        let expected = Claim::Own { result, colors };
        assert_eq!(claim("Rook|x", line), Ok(expected), "{line}");
    }
    let expected = Claim::Own {
        result: OwnResult::Won,
        colors: AS_PAIRED,
    };
    assert_eq!(claim("Pawn[y]", "report won as black"), Ok(expected));
}

#[test]
fn reports_by_score() {
    let score = |outcome, colors| Ok(Claim::Score { outcome, colors });
    let asked = |said| {
        Err(Refusal::ColorsContradict {
            board: at(WINTER, 1, 1),
            color: Color::White,
            said,
        })
    };
    for (line, expected) in [
        ("report 1-0", score(Outcome::WhiteWins, AS_PAIRED)),
        ("report 0-1 as white", score(Outcome::BlackWins, AS_PAIRED)),
        ("report 1/2 swapped", score(Outcome::Draw, SWAPPED)),
        ("report = with black", score(Outcome::Draw, SWAPPED)),
        // By the pairing, or as the game was played? That is asked.
        ("report 1-0 swapped", asked(Outcome::WhiteWins)),
        ("report 0-1 as black", asked(Outcome::BlackWins)),
    ] {
        assert_eq!(claim("Rook|x", line), expected, "{line}");
    }
}

#[test]
fn reports_with_names() {
    let named = |white: &str, black: &str, outcome| {
        Ok(Claim::Named {
            white: white.to_owned(),
            black: black.to_owned(),
            outcome,
            accounts: (account(white), account(black)),
        })
    };
    let asked = Err(Refusal::ColorsContradict {
        board: at(WINTER, 1, 1),
        color: Color::White,
        said: Outcome::WhiteWins,
    });
    let swap = Ok(Claim::Score {
        outcome: Outcome::BlackWins,
        colors: SWAPPED,
    });
    let white = Outcome::WhiteWins;
    for (line, expected) in [
        (
            "report Rook|x 1-0 Pawn[y]",
            named("Rook|x", "Pawn[y]", white),
        ),
        (
            "report ROOK|X 1-0 pawn[Y]",
            named("ROOK|X", "pawn[Y]", white),
        ),
        // T1 and T4: the rules ask, and refuse.
        (
            "report Pawn[y] 1-0 Rook|x",
            named("Pawn[y]", "Rook|x", white),
        ),
        ("report Rook|x 1-0 Rook|x", named("Rook|x", "Rook|x", white)),
        (
            "report Knight 1-0 Pawn[y] swapped",
            named("Knight", "Pawn[y]", white),
        ),
        ("report Pawn[y] 1-0 Rook|x swapped", swap.clone()),
        ("report Pawn[y] 1-0 Rook|x as black", swap),
        ("report Pawn[y] 1-0 Rook|x as white", asked.clone()),
        ("report Rook|x 1-0 Pawn[y] swapped", asked),
        (
            "report Rook|x 1-0 Pawn[y] as white",
            named("Rook|x", "Pawn[y]", white),
        ),
    ] {
        assert_eq!(claim("Rook|x", line), expected, "{line}");
    }
    // T5: a bystander.
    assert_eq!(
        claim("Kibitz", "report Rook|x 1-0 Pawn[y]"),
        Err(Refusal::NotYourGame { own: None })
    );
}

#[test]
fn the_small_words() {
    let society = society();
    let tournament = WINTER;
    let text = || "he left".to_owned();
    for (line, action) in [
        (
            "confirm",
            Action::Confirm {
                tournament,
                said_at: SAID_AT,
            },
        ),
        (
            "explain he left",
            Action::Explain {
                tournament,
                text: text(),
            },
        ),
        (
            "playing",
            Action::MarkPlaying {
                tournament,
                said_at: SAID_AT,
            },
        ),
        ("interrupted", Action::Interrupt { tournament }),
        ("resumed", Action::Resume { tournament }),
        (
            "tz europe/berlin",
            Action::ChooseZone {
                zone: Tz::Europe__Berlin,
            },
        ),
        ("withdraw", Action::Withdraw { tournament }),
        ("withdraw rook|X", Action::Withdraw { tournament }),
        ("withdraw winter open", Action::Withdraw { tournament }),
    ] {
        assert_eq!(
            in_channel(&society, "Rook|x", line),
            act(action.clone()),
            "{line}"
        );
        assert_eq!(in_private(&society, "Rook|x", line), act(action), "{line}");
    }
}

#[test]
fn check_ins_are_made_in_the_channel() {
    let society = society();
    let check_in = Action::CheckIn {
        tournament: WINTER,
        said_at: SAID_AT,
    };
    for line in [
        "present",
        "here",
        "present Rook|x",
        "present winter",
        "here #1",
    ] {
        assert_eq!(
            in_channel(&society, "Rook|x", line),
            act(check_in.clone()),
            "{line}"
        );
        let elsewhere = in_private(&society, "Rook|x", line);
        assert_eq!(elsewhere, Err(Refusal::CheckInInChannel), "{line}");
    }
}

#[test]
fn nobody_acts_for_another() {
    let society = society();
    for line in ["present Pawn[y]", "withdraw Pawn[y]", "withdraw PAWN[Y]"] {
        for place in [Place::Channel, Place::Private] {
            let said = said(&society, known("Rook|x"), place, line);
            assert_eq!(said, Err(Refusal::NotDirector), "{line}");
        }
        let boss = in_channel(&society, "Boss", line);
        assert_eq!(boss, Err(Refusal::OrdersInPrivate), "{line}");
    }
    assert_eq!(
        in_channel(&society, "Rook|x", "withdraw sommer"),
        Err(Refusal::UnknownTournament {
            written: "sommer".to_owned()
        })
    );
}

#[test]
fn why_is_answered_about_ones_own_board() {
    let society = society();
    let own = ask(Query::Why(at(WINTER, 1, 1)));
    assert_eq!(in_channel(&society, "Rook|x", "why"), own);
    assert_eq!(in_channel(&society, "Rook|x", "why 1.1"), own);
    assert_eq!(
        in_channel(&society, "Rook|x", "why 1.2"),
        Err(Refusal::NotDirector)
    );
    // Round 2 is a draft: that Pawn[y] sits there is not known yet.
    assert_eq!(
        in_channel(&society, "Pawn[y]", "why 2.1"),
        Err(Refusal::NotDirector)
    );
    assert_eq!(
        in_channel(&society, "Queen", "why"),
        ask(Query::WhyBye(WINTER, RoundNumber(1), EntryNumber(5)))
    );
    assert_eq!(
        in_private(&society, "Helper", "why 1.2"),
        ask(Query::Why(at(WINTER, 1, 2)))
    );
    assert_eq!(
        in_private(&society, "Helper", "why 1.3"),
        Err(Refusal::UnknownBoard {
            written: "1.3".to_owned()
        })
    );
    assert_eq!(
        in_private(&society, "Helper", "why"),
        Err(Refusal::WhichBoard {
            tournament: WINTER,
            candidates: Vec::new()
        })
    );
}
