//! A Ninja takes an unblocked bear's place, told event by event.
//!
//!     cargo run --example deep_hours -- 127.0.0.1:50051
//!
//! The address may be a unix socket: `unix:/run/ninjutsu.sock`

use ninjutsu_client::v1::{Action, CombatState, Step};
use ninjutsu_client::{Attacked, Client, Error, Event, Happened, StateBuilder};

/// Blockers are declared: Ana's bear is unblocked, and her ogre is not.
fn combat() -> CombatState {
    StateBuilder::new("ana", Step::DeclareBlockers)
        .turn(5)
        .player("ana", 20)
        .player("ben", 20)
        .creature("bear", "Grizzly Bears", "ana", 2, 2)
        .tapped()
        .creature("ogre", "Gray Ogre", "ana", 2, 2)
        .tapped()
        .creature("wall", "Wall of Wood", "ben", 0, 3)
        .hand("ninja", "Ninja of the Deep Hours", "ana")
        .land("island-1", "Island", "ana", ["U"])
        .land("island-2", "Island", "ana", ["U"])
        .attack("bear", Attacked::Player("ben"))
        .attack_blocked("ogre", Attacked::Player("ben"), ["wall"])
        .build()
}

/// What an engine would do with an event; here it is told.
fn tell(happened: &Happened) -> String {
    match &happened.event {
        Some(Event::ZoneChanged(change)) => format!(
            "{} goes from {:?} to {:?}",
            change.object_id,
            change.from_zone(),
            change.to_zone()
        ),
        Some(Event::AttackJoined(joined)) => format!("{} attacks", joined.object_id),
        Some(Event::LifeChanged(life)) => {
            format!("{}'s life changes by {}", life.player_id, life.change)
        }
        Some(other) => {
            let shown = format!("{other:?}");
            shown.split('(').next().unwrap_or_default().to_owned()
        }
        None => "something newer: take the state instead".to_owned(),
    }
}

#[tokio::main]
async fn main() -> Result<(), Error> {
    let address = std::env::args().nth(1);
    let client = Client::connect(address.as_deref().unwrap_or("127.0.0.1:50051")).await?;
    let state = combat();

    let blocked = Action {
        source_id: "ninja".to_owned(),
        keyword: "Ninjutsu".to_owned(),
        returned_id: "ogre".to_owned(),
        ..Action::default()
    };
    match client.take_action(&state, "ana", &blocked).await {
        Err(Error::Refused(refused)) => {
            println!("{}, {}: {}", refused.reason, refused.rule, refused.message);
        }
        other => println!("{other:?}"),
    }

    let listing = client.list_actions(&state, "ana").await?;
    for action in &listing.actions {
        println!(
            "{}: {} {}, returning {}",
            action.source_id, action.keyword, action.mana_cost, action.returned_id
        );
    }

    let mut game = client.play(&state);
    let outcomes = [
        game.take_action("ana", &listing.actions[0]).await?,
        game.resolve().await?,
        game.advance_step().await?,
    ];
    for happened in outcomes.iter().flat_map(|outcome| &outcome.events) {
        println!("{:>8}  {}", happened.rule, tell(happened));
    }
    Ok(())
}
