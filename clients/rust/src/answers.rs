use crate::error::Refused;
use crate::v1::{self, event::Event, play_response::Response};

/// What a player may do, and what not.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Listing {
    /// In the order of the state's objects.
    pub actions: Vec<v1::Action>,
    /// With `explain` only.
    pub refusals: Vec<Refused>,
}

/// One event.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Happened {
    /// What happened. None for a kind of a newer contract: an engine that meets one takes the
    /// state instead.
    pub event: Option<Event>,
    /// The rule that it follows: "702.49a".
    pub rule: String,
    /// Events with the same number but 0 happen at the same time.
    pub batch: u32,
    /// The number, from 1, of the event that brought it about; 0 for none.
    pub cause: u32,
}

/// What happened, or the choice that is needed before anything can.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Outcome {
    /// In order.
    pub events: Vec<Happened>,
    /// After the events; none where it was not asked for, or a choice is open.
    pub state: Option<v1::CombatState>,
    /// What a player must decide: make the same call again with one more decision.
    pub choice: Option<v1::Choice>,
    /// With `engine_settles`, what triggered.
    pub triggers: Vec<v1::StackObject>,
    /// The seed decided something.
    pub random: bool,
}

/// What one command of a batch came to.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant)] // most are the largest
pub enum Answer {
    /// Of a listing.
    Listing(Listing),
    /// Of a command that does something.
    Outcome(Outcome),
    /// The rules forbid it.
    Refused(Refused),
}

impl From<v1::ListActionsResponse> for Listing {
    fn from(answer: v1::ListActionsResponse) -> Self {
        let refusals = answer.refusals.into_iter().map(Refused::from_wire);
        Self {
            actions: answer.actions,
            refusals: refusals.collect(),
        }
    }
}

impl From<v1::Event> for Happened {
    fn from(event: v1::Event) -> Self {
        Self {
            event: event.event,
            rule: event.rule,
            batch: event.batch,
            cause: event.cause,
        }
    }
}

impl From<v1::Outcome> for Outcome {
    fn from(outcome: v1::Outcome) -> Self {
        Self {
            events: outcome.events.into_iter().map(Happened::from).collect(),
            state: outcome.state,
            choice: outcome.choice,
            triggers: outcome.triggers,
            random: outcome.random,
        }
    }
}

impl From<v1::PlayResponse> for Answer {
    fn from(response: v1::PlayResponse) -> Self {
        match response.response {
            Some(Response::Actions(actions)) => Self::Listing(actions.into()),
            Some(Response::Refusal(refusal)) => Self::Refused(Refused::from_wire(refusal)),
            Some(Response::Outcome(outcome)) => Self::Outcome(outcome.into()),
            None => Self::Outcome(Outcome::default()),
        }
    }
}
