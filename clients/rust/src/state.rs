use crate::v1::{
    AttackTarget, Attacker, BlockStatus, Characteristics, Combat, CombatState, GameObject,
    ManaAbility, Player, Step, Zone, attack_target::Target,
};

/// What a creature attacks, by its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attacked<'a> {
    /// A player.
    Player(&'a str),
    /// A planeswalker or a battle, which the builder has already.
    Permanent(&'a str),
}

/// Builds a [`CombatState`]: players in turn order, then objects, then attacks.
///
/// Methods that say more about an object, such as [`tapped`](Self::tapped), say it of the one
/// that was added last.
///
/// ```
/// use ninjutsu_client::{Attacked, StateBuilder, v1::Step};
///
/// let state = StateBuilder::new("ana", Step::DeclareBlockers)
///     .turn(5)
///     .player("ana", 20)
///     .player("ben", 18)
///     .creature("bear", "Grizzly Bears", "ana", 2, 2)
///     .tapped()
///     .hand("ninja", "Ninja of the Deep Hours", "ana")
///     .land("island", "Island", "ana", ["U"])
///     .attack("bear", Attacked::Player("ben"))
///     .build();
/// assert_eq!(state.priority_player_id, "ana");
/// ```
#[derive(Clone, Debug, Default)]
pub struct StateBuilder {
    state: CombatState,
}

impl StateBuilder {
    /// Begin a state with the player whose turn it is, who has priority, and the step.
    #[must_use]
    pub fn new(active: &str, step: Step) -> Self {
        Self {
            state: CombatState {
                turn: 1,
                step: step.into(),
                active_player_id: active.to_owned(),
                priority_player_id: active.to_owned(),
                ..CombatState::default()
            },
        }
    }

    /// Which turn it is: the first unless given.
    #[must_use]
    pub fn turn(mut self, turn: u32) -> Self {
        self.state.turn = turn;
        self
    }

    /// Who has priority, where that is not the active player; "" for nobody.
    #[must_use]
    pub fn priority(mut self, player: &str) -> Self {
        player.clone_into(&mut self.state.priority_player_id);
        self
    }

    /// Add a player.
    #[must_use]
    pub fn player(self, id: &str, life: i32) -> Self {
        self.player_with(id, life, |_| ())
    }

    /// Add a player, and say more about them.
    #[must_use]
    pub fn player_with(mut self, id: &str, life: i32, more: impl FnOnce(&mut Player)) -> Self {
        let mut player = Player {
            id: id.to_owned(),
            life: Some(life),
            ..Player::default()
        };
        more(&mut player);
        self.state.players.push(player);
        self
    }

    /// Add any object. Its incarnation is 1 until [`edit`](Self::edit) says otherwise.
    #[must_use]
    pub fn object(mut self, id: &str, card: &str, owner: &str, zone: Zone) -> Self {
        self.state.objects.push(GameObject {
            id: id.to_owned(),
            incarnation: 1,
            card_name: card.to_owned(),
            owner_id: owner.to_owned(),
            zone: zone.into(),
            ..GameObject::default()
        });
        self
    }

    /// Add a card in its owner's hand.
    #[must_use]
    pub fn hand(self, id: &str, card: &str, owner: &str) -> Self {
        self.object(id, card, owner, Zone::Hand)
    }

    /// Add a permanent that the card pool knows; for another one say its [`types`](Self::types).
    #[must_use]
    pub fn permanent(self, id: &str, card: &str, owner: &str) -> Self {
        self.object(id, card, owner, Zone::Battlefield)
    }

    /// Add a creature whose characteristics the engine knows.
    #[must_use]
    pub fn creature(self, id: &str, card: &str, owner: &str, power: i32, toughness: i32) -> Self {
        self.permanent(id, card, owner)
            .types(["Creature"])
            .edit(|object| {
                let known = object.characteristics.get_or_insert_default();
                known.power = Some(power);
                known.toughness = Some(toughness);
            })
    }

    /// Add a land, with one text for each mana ability: "U", or "U B" for both at once.
    #[must_use]
    pub fn land<'a>(
        self,
        id: &str,
        card: &str,
        owner: &str,
        produces: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let abilities = produces.into_iter().map(|text| ManaAbility {
            produces: text.to_owned(),
            ..ManaAbility::default()
        });
        self.permanent(id, card, owner)
            .types(["Land"])
            .edit(|object| object.mana_abilities.extend(abilities))
    }

    /// The object is tapped.
    #[must_use]
    pub fn tapped(self) -> Self {
        self.edit(|object| object.tapped = true)
    }

    /// The object has these types, besides those that it has already.
    #[must_use]
    pub fn types<'a>(self, types: impl IntoIterator<Item = &'a str>) -> Self {
        self.characteristics(|known| known.types.extend(types.into_iter().map(str::to_owned)))
    }

    /// The object has these keywords, besides those that it has already.
    #[must_use]
    pub fn keywords<'a>(self, keywords: impl IntoIterator<Item = &'a str>) -> Self {
        self.characteristics(|known| {
            known
                .keywords
                .extend(keywords.into_iter().map(str::to_owned));
        })
    }

    /// The object has counters of a kind: "LOYALTY", "P1P1".
    #[must_use]
    pub fn counters(self, kind: &str, count: u32) -> Self {
        self.edit(|object| {
            object.counters.insert(kind.to_owned(), count);
        })
    }

    /// The object is a commander.
    #[must_use]
    pub fn commander(self) -> Self {
        self.edit(|object| object.commander = true)
    }

    /// Say anything of the object.
    ///
    /// # Panics
    ///
    /// There is no object yet.
    #[must_use]
    pub fn edit(mut self, change: impl FnOnce(&mut GameObject)) -> Self {
        let last = self.state.objects.last_mut();
        change(last.expect("an object to say this of: add one first"));
        self
    }

    fn characteristics(self, change: impl FnOnce(&mut Characteristics)) -> Self {
        self.edit(|object| change(object.characteristics.get_or_insert_default()))
    }

    /// Have a creature attack, unblocked.
    #[must_use]
    pub fn attack(self, attacker: &str, target: Attacked<'_>) -> Self {
        self.attack_recorded(attacker, target, BlockStatus::Unblocked, [])
    }

    /// Have a creature attack, and others block it.
    #[must_use]
    pub fn attack_blocked<'a>(
        self,
        attacker: &str,
        target: Attacked<'_>,
        blockers: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        self.attack_recorded(attacker, target, BlockStatus::Blocked, blockers)
    }

    /// Have a creature attack, with what was recorded as blockers were declared (CR 509.1h).
    #[must_use]
    pub fn attack_recorded<'a>(
        mut self,
        attacker: &str,
        target: Attacked<'_>,
        status: BlockStatus,
        blockers: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let record = Attacker {
            object_id: attacker.to_owned(),
            target: Some(self.target(target)),
            block_status: status.into(),
            blocker_ids: blockers.into_iter().map(str::to_owned).collect(),
            declared: true,
        };
        let combat = self.state.combat.get_or_insert_default();
        combat.attackers.push(record);
        self
    }

    /// A permanent that is not there is left for the service to complain of, by its field.
    fn target(&self, target: Attacked<'_>) -> AttackTarget {
        match target {
            Attacked::Player(id) => AttackTarget {
                target: Some(Target::PlayerId(id.to_owned())),
                incarnation: 0,
            },
            Attacked::Permanent(id) => {
                let mut objects = self.state.objects.iter();
                let found = objects.find(|object| object.id == id);
                AttackTarget {
                    target: Some(Target::PermanentId(id.to_owned())),
                    incarnation: found.map_or(0, |object| object.incarnation),
                }
            }
        }
    }

    /// It is a combat, though nothing attacks.
    #[must_use]
    pub fn combat(mut self) -> Self {
        self.state.combat.get_or_insert_with(Combat::default);
        self
    }

    /// The state.
    #[must_use]
    pub fn build(self) -> CombatState {
        self.state
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn started() -> StateBuilder {
        StateBuilder::new("ana", Step::DeclareBlockers)
            .player("ana", 20)
            .player("ben", 20)
    }

    #[test]
    fn what_is_attacked_and_blocked_is_recorded() {
        let state = started()
            .permanent("jace", "Jace Beleren", "ben")
            .counters("LOYALTY", 3)
            .edit(|object| object.incarnation = 7)
            .attack("bear", Attacked::Permanent("jace"))
            .attack_blocked("ogre", Attacked::Player("ben"), ["wall"])
            .attack_recorded("wolf", Attacked::Player("ben"), BlockStatus::Blocked, [])
            .build();
        let records = state.combat.unwrap().attackers;
        let targets: Vec<_> = records
            .iter()
            .filter_map(|each| each.target.clone())
            .collect();
        assert_eq!(targets[0].target, Some(Target::PermanentId("jace".into())));
        assert_eq!((targets[0].incarnation, targets[1].incarnation), (7, 0));
        let statuses: Vec<_> = records.iter().map(Attacker::block_status).collect();
        assert_eq!(
            statuses,
            [
                BlockStatus::Unblocked,
                BlockStatus::Blocked,
                BlockStatus::Blocked
            ]
        );
        assert_eq!(records[1].blocker_ids, ["wall"]);
        assert_eq!(state.objects[0].counters["LOYALTY"], 3);
        assert_eq!(state.objects[0].characteristics, None);
    }

    #[test]
    fn what_is_said_is_said_of_the_last_object() {
        let state = started()
            .creature("bear", "Grizzly Bears", "ana", 2, 2)
            .creature("ogre", "Gray Ogre", "ana", 3, 1)
            .types(["Ogre"])
            .keywords(["Trample"])
            .tapped()
            .commander()
            .build();
        let known = state.objects[1].characteristics.as_ref().unwrap();
        assert_eq!(known.types, ["Creature", "Ogre"]);
        assert_eq!(known.keywords, ["Trample"]);
        assert_eq!((known.power, known.toughness), (Some(3), Some(1)));
        let told = state
            .objects
            .iter()
            .map(|each| (each.tapped, each.commander));
        assert!(told.eq([(false, false), (true, true)]));
    }

    #[test]
    fn priority_is_the_active_players_unless_somebody_else_has_it_or_nobody() {
        let held = |builder: StateBuilder| builder.build().priority_player_id;
        assert_eq!(held(started()), "ana");
        assert_eq!(held(started().priority("ben")), "ben");
        assert_eq!(held(started().priority("")), "");
    }

    #[test]
    #[should_panic(expected = "add one first")]
    fn nothing_can_be_said_of_no_object() {
        let _ = started().tapped();
    }
}
