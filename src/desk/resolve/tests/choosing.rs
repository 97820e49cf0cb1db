//! Which tournament is meant, and who may mean it.

use super::*;
use crate::tournament::Wanted;
use crate::vocabulary::EntryNumber;

fn which(candidates: &[TournamentId]) -> Result<Request, Refusal> {
    Err(Refusal::WhichTournament {
        candidates: candidates.to_vec(),
    })
}

fn none(wanted: Wanted) -> Result<Request, Refusal> {
    Err(Refusal::NoTournament { wanted })
}

fn unknown(written: &str) -> Result<Request, Refusal> {
    Err(Refusal::UnknownTournament {
        written: written.to_owned(),
    })
}

#[test]
fn a_number_or_the_beginning_of_a_name() {
    let society = society();
    for (line, id) in [
        ("info #1", WINTER),
        ("info 1", WINTER),
        ("info winter", WINTER),
        ("info SPRING cup", SPRING),
        ("info s", SPRING),
        ("info old", OLD),
        ("info #4", OLD),
    ] {
        assert_eq!(
            in_channel(&society, "Kibitz", line),
            ask(Query::Info(id)),
            "{line}"
        );
    }
    for (line, written) in [
        ("info #9", "#9"),
        ("info #0", "#0"),
        ("info autumn", "autumn"),
        ("info cup", "cup"),
        // A draft is nobody's business, and not for the channel even where a director asks.
        ("info #3", "#3"),
        ("info secret", "secret"),
    ] {
        assert_eq!(in_private(&society, "Kibitz", line), unknown(written));
        assert_eq!(in_channel(&society, "Boss", line), unknown(written));
    }
    assert_eq!(
        in_private(&society, "Boss", "info secret"),
        ask(Query::Info(SECRET))
    );
    assert_eq!(
        in_private(&society, "Boss", "info s"),
        which(&[SPRING, SECRET])
    );
}

#[test]
fn of_names_alike_the_whole_or_the_live_one() {
    let mut society = society();
    let again = tournament(TournamentId(5), "Winter Open", Phase::Finished, &[]);
    society.tournaments.insert(again.id, again);
    let junior = tournament(TournamentId(6), "Winter Open Juniors", Phase::Running, &[]);
    society.tournaments.insert(junior.id, junior);
    assert_eq!(
        in_channel(&society, "Kibitz", "info winter open"),
        ask(Query::Info(WINTER))
    );
    assert_eq!(
        in_channel(&society, "Kibitz", "info winter"),
        which(&[WINTER, TournamentId(6)])
    );
}

#[test]
fn to_enter_is_what_takes_entries() {
    let society = society();
    let register = |tournament| {
        act(Action::Register {
            tournament,
            said_at: SAID_AT,
        })
    };
    assert_eq!(in_channel(&society, "Kibitz", "register"), register(SPRING));
    assert_eq!(
        in_channel(&society, "Kibitz", "join winter"),
        register(WINTER)
    );
    assert_eq!(
        in_private(&society, "Kibitz", "preregister #2"),
        act(Action::Preregister {
            tournament: SPRING,
            said_at: SAID_AT
        })
    );
    // Late, or in already: the one that goes on says so.
    let closed = only(&[WINTER, SECRET, OLD]);
    assert_eq!(in_channel(&closed, "Kibitz", "register"), register(WINTER));
    let over = only(&[SECRET, OLD]);
    assert_eq!(
        in_channel(&over, "Kibitz", "register"),
        none(Wanted::ToEnter)
    );
    let mut two = society.clone();
    two.tournaments.get_mut(&SECRET).expect("it is there").phase = Phase::Announced;
    assert_eq!(
        in_channel(&two, "Kibitz", "register"),
        which(&[SPRING, SECRET])
    );
}

#[test]
fn ones_own_is_where_one_plays() {
    let society = society();
    let opponent = |id, number| ask(Query::Opponent(id, EntryNumber(number)));
    assert_eq!(
        in_channel(&society, "ROOK|X", "opponent"),
        opponent(WINTER, 1)
    );
    // Knight plays in two: a board is where rounds are played, but to leave must be said where.
    assert_eq!(
        in_channel(&society, "Knight", "opponent"),
        opponent(WINTER, 3)
    );
    assert_eq!(
        in_channel(&society, "Knight", "withdraw"),
        which(&[WINTER, SPRING])
    );
    assert_eq!(
        in_channel(&society, "Kibitz", "opponent"),
        none(Wanted::OwnEntry)
    );
    assert_eq!(
        in_channel(&society, "Kibitz", "opponent winter"),
        Err(Refusal::NotEntered { tournament: WINTER })
    );
    // Under ascii this is somebody else (CASES T15).
    assert_eq!(
        in_channel(&society, "Rook\\x", "opponent"),
        none(Wanted::OwnEntry)
    );
}

#[test]
fn questions_find_what_is_near() {
    let society = society();
    let standings = |id| ask(Query::Standings(id));
    assert_eq!(
        in_channel(&society, "Rook|x", "players"),
        ask(Query::Players(WINTER))
    );
    assert_eq!(
        in_channel(&society, "Kibitz", "players"),
        which(&[WINTER, SPRING])
    );
    assert_eq!(
        in_channel(&society, "Kibitz", "standings"),
        standings(WINTER)
    );
    assert_eq!(
        in_channel(&only(&[OLD]), "Kibitz", "standings"),
        standings(OLD)
    );
    assert_eq!(
        in_channel(&only(&[SECRET]), "Kibitz", "standings"),
        none(Wanted::Any)
    );
    assert_eq!(
        in_private(&only(&[SECRET]), "Boss", "info"),
        ask(Query::Info(SECRET))
    );
    let stranger = Actor::Stranger {
        nick: "Rook|x".to_owned(),
    };
    assert_eq!(
        said(&society, stranger, Place::Channel, "when"),
        ask(Query::When(WINTER, None))
    );
    assert_eq!(
        in_channel(&society, "Rook|x", "when"),
        ask(Query::When(WINTER, Some(EntryNumber(1))))
    );
    assert_eq!(
        in_channel(&society, "Rook|x", "me"),
        ask(Query::Me(account("Rook|x")))
    );
}

#[test]
fn rounds_must_be_there_to_be_shown() {
    let society = society();
    let round = RoundNumber;
    assert_eq!(
        in_channel(&society, "Kibitz", "pairings 1"),
        ask(Query::Pairings(WINTER, Some(round(1))))
    );
    assert_eq!(
        in_channel(&society, "Kibitz", "results"),
        ask(Query::Results(WINTER, None))
    );
    for line in ["pairings 2", "results 2"] {
        let unknown = Err(Refusal::UnknownBoard {
            written: "2".to_owned(),
        });
        assert_eq!(in_channel(&society, "Kibitz", line), unknown, "{line}");
        assert_eq!(in_channel(&society, "Boss", line), unknown, "{line}");
    }
    assert_eq!(
        in_private(&society, "Boss", "pairings 2"),
        ask(Query::Pairings(WINTER, Some(round(2))))
    );
}

#[test]
fn strangers_change_nothing() {
    let society = society();
    let nick = || "Rook|x".to_owned();
    for line in [
        "register",
        "preregister",
        "withdraw",
        "report lost",
        "confirm",
        "explain it",
        "present",
        "tz UTC",
        "playing",
        "interrupted",
        "resumed",
        "me",
        "opponent",
        "why",
        "why 1.1",
        "pair",
        "tournament new X",
        "say hi",
        "withdraw Pawn[y]",
        "present Pawn[y]",
        "preview",
    ] {
        for place in [Place::Channel, Place::Private] {
            let stranger = Actor::Stranger { nick: nick() };
            let refused = Err(Refusal::NotIdentified);
            assert_eq!(said(&society, stranger, place, line), refused, "{line}");
            let unchecked = Actor::Unchecked { nick: nick() };
            let refused = Err(Refusal::CannotCheck);
            assert_eq!(said(&society, unchecked, place, line), refused, "{line}");
        }
    }
}

#[test]
fn orders_are_for_officials_in_private() {
    let society = society();
    for spec in &crate::command::COMMANDS {
        if spec.who != crate::command::Who::Director
            || spec.word == "withdraw"
            || spec.word == "present"
        {
            continue;
        }
        let line = spec.example.replace("2.3", "1.2");
        let boss = in_channel(&society, "Boss", &line);
        assert_eq!(boss, Err(Refusal::OrdersInPrivate), "{line}");
        for place in [Place::Channel, Place::Private] {
            let other = said(&society, known("Rook|x"), place, &line);
            assert_eq!(other, Err(Refusal::NotDirector), "{line}");
        }
    }
}
