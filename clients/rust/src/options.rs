use crate::v1::{
    Action, AdvanceStepRequest, CallOptions, CombatState, Decision, ListActionsRequest, Payment,
    ResolveRequest, TakeActionRequest,
};

/// How actions are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListOptions {
    /// Also say why not.
    pub explain: bool,
    /// The engine pays the mana itself: list what only mana forbids, too.
    pub engine_pays: bool,
}

/// What every call that changes something takes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ActOptions {
    /// The answers to choices, in order.
    pub decisions: Vec<Decision>,
    /// For what the rules leave to chance.
    pub seed: Option<u64>,
    /// Who settles, and whether the state comes back.
    pub options: Option<CallOptions>,
}

/// How an action is taken.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TakeOptions {
    /// None: automatic.
    pub payment: Option<Payment>,
    /// What every call that changes something takes.
    pub act: ActOptions,
}

impl ListOptions {
    pub(crate) fn request(self, state: Option<CombatState>, player_id: &str) -> ListActionsRequest {
        ListActionsRequest {
            state,
            player_id: player_id.to_owned(),
            explain: self.explain,
            engine_pays: self.engine_pays,
        }
    }
}

impl TakeOptions {
    pub(crate) fn request(
        self,
        state: Option<CombatState>,
        player_id: &str,
        action: &Action,
    ) -> TakeActionRequest {
        TakeActionRequest {
            state,
            player_id: player_id.to_owned(),
            action: Some(action.clone()),
            payment: self.payment,
            decisions: self.act.decisions,
            random_seed: self.act.seed,
            options: self.act.options,
        }
    }
}

impl ActOptions {
    pub(crate) fn resolving(self, state: Option<CombatState>) -> ResolveRequest {
        ResolveRequest {
            state,
            decisions: self.decisions,
            random_seed: self.seed,
            options: self.options,
        }
    }

    pub(crate) fn advancing(self, state: Option<CombatState>) -> AdvanceStepRequest {
        AdvanceStepRequest {
            state,
            decisions: self.decisions,
            random_seed: self.seed,
            options: self.options,
        }
    }
}
