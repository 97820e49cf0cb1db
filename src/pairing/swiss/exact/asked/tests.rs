//! The three graphs give the same answer wherever they give one.

use super::*;
use crate::pairing::rehearsal::{Plan, Rehearsal};
use crate::pairing::swiss::completion::Completion;
use crate::pairing::swiss::quick::clear_goers;
use crate::pairing::swiss::{Edition, State};

/// How often each of the smaller graphs answered.
#[derive(Debug, Default)]
struct Answers {
    alone: usize,
    near: usize,
    suffered: usize,
}

fn compare(state: &State<'_>, answers: &mut Answers) {
    let brackets = state.brackets().expect("a field that can be paired");
    let mut completion = Completion::new(state);
    for (bracket, paired) in &brackets {
        let goers = clear_goers(bracket, &mut completion);
        let members = &bracket.members;
        let meetings = members.iter().enumerate().flat_map(|(place, &a)| {
            let others = members[place + 1..].iter().step_by(3);
            others.map(move |&b| Demand::Meet(a, b))
        });
        let leaves = members.iter().map(|&a| Demand::Leave(a));
        for demand in meetings.chain(leaves) {
            if let Demand::Meet(a, b) = demand
                && !bracket.state.legal.has(a, b)
            {
                continue;
            }
            let expected = whole(bracket, demand);
            let alone = goers
                .as_ref()
                .and_then(|goers| alone(bracket, paired, goers, demand));
            let near = near(bracket, demand);
            for (answer, count) in [(alone, &mut answers.alone), (near, &mut answers.near)] {
                if answer.is_some() {
                    *count += 1;
                    assert_eq!(answer, expected, "{demand:?} in {members:?}");
                }
            }
            answers.suffered += usize::from(matches!(expected, Some(Cost::Suffers(_))));
        }
    }
}

#[test]
fn smaller_graphs_give_the_same_answer() {
    for edition in [Edition::Y2026, Edition::Y2017] {
        let mut answers = Answers::default();
        for seed in 1..=24 {
            let players = 6 + u32::try_from(seed % 20).expect("few");
            let mut rehearsal = Rehearsal::new(Plan {
                edition,
                byes: 60,
                ..Plan::new(players, 7, seed)
            });
            for _ in 0..7 {
                let field = rehearsal.field.clone();
                if rehearsal.play().is_err() {
                    break;
                }
                let state = State::prepare(&field, edition).expect("it was paired");
                compare(&state, &mut answers);
            }
        }
        let enough = answers.alone > 500 && answers.near > 500 && answers.suffered > 500;
        assert!(enough, "{answers:?}");
    }
}

#[test]
fn without_a_budget_it_is_not_clear() {
    let mut rehearsal = Rehearsal::new(Plan::new(30, 7, 5));
    for _ in 0..3 {
        rehearsal.play().expect("a round");
    }
    let state = State::prepare(&rehearsal.field, Edition::Y2026).expect("a sound field");
    let brackets = state.brackets().expect("a field that can be paired");
    let (bracket, paired) = brackets
        .iter()
        .max_by_key(|(bracket, _)| bracket.members.len())
        .expect("a bracket");
    let goers = clear_goers(bracket, &mut Completion::new(&state));
    let demand = Demand::Leave(bracket.members[0]);
    let costs = |units| {
        state.budget.renew(units);
        cost(bracket, paired, goers.as_ref(), demand)
    };
    assert_eq!(costs(10), Cost::Unclear);
    assert!(matches!(costs(100_000_000), Cost::Suffers(_)));
}
