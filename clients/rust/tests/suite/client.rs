//! What holds of the client whatever the service answers.

use std::time::Duration;

use ninjutsu_client::v1::{CombatState, Step};
use ninjutsu_client::{Attacked, Client, Error, Policy, StateBuilder};
use serde_json::Value;
use tokio::net::TcpListener;

use crate::combats;

fn seconds(text: &Value) -> Duration {
    let text = text
        .as_str()
        .and_then(|text| text.strip_suffix('s'))
        .expect("seconds");
    Duration::from_secs_f64(text.parse().expect("a number"))
}

fn hurried() -> Policy {
    Policy {
        deadline: Duration::from_millis(300),
        ..Policy::default()
    }
}

#[test]
fn the_policy_is_the_one_that_the_service_recommends() {
    let config = combats::read("policy.json");
    let unary = &config["methodConfig"][0];
    let retries = &unary["retryPolicy"];
    let expected = Policy {
        deadline: seconds(&unary["timeout"]),
        max_attempts: u32::try_from(retries["maxAttempts"].as_u64().unwrap()).unwrap(),
        initial_backoff: seconds(&retries["initialBackoff"]),
        max_backoff: seconds(&retries["maxBackoff"]),
        backoff_multiplier: retries["backoffMultiplier"].as_f64().unwrap(),
    };
    assert_eq!(Policy::default(), expected);
    assert_eq!(unary["waitForReady"], true);
    let codes = retries["retryableStatusCodes"].as_array().unwrap();
    assert_eq!(codes.as_slice(), ["UNAVAILABLE", "CANCELLED"]);
}

#[test]
fn the_builder_says_what_the_first_combats_file_says() {
    let forty = |player: &mut ninjutsu_client::v1::Player| player.library_size = Some(40);
    let state = StateBuilder::new("ana", Step::DeclareBlockers)
        .turn(5)
        .player_with("ana", 20, forty)
        .player_with("ben", 20, forty)
        .creature("bear", "Grizzly Bears", "ana", 2, 2)
        .types(["Bear"])
        .tapped()
        .hand("ninja", "Ninja of the Deep Hours", "ana")
        .land("island-1", "Island", "ana", ["U"])
        .land("island-2", "Island", "ana", ["U"])
        .attack("bear", Attacked::Player("ben"))
        .build();
    let combat = combats::read("conformance/ninjutsu.json");
    assert_eq!(state, combats::message("CombatState", &combat["state"]));
}

#[tokio::test]
async fn an_address_or_a_language_that_cannot_be_is_told() {
    for address in ["", "not an address"] {
        let failed = Client::connect(address).await.unwrap_err();
        assert!(
            matches!(failed, Error::Invalid { .. }),
            "{address}: {failed:?}"
        );
    }
    let failed = Client::builder()
        .language("f\nr")
        .connect("127.0.0.1:1")
        .await;
    assert!(matches!(failed, Err(Error::Invalid { .. })));
}

#[tokio::test]
async fn calls_can_be_made_from_any_thread() {
    fn sent<T: Send>(_: &T) {}
    let client = Client::connect("127.0.0.1:1").await.unwrap();
    let state = CombatState::default();
    sent(&client.list_actions(&state, "ana"));
    sent(&client.resolve(&state));
    sent(&client.batch(&state, Vec::new()));
    let mut game = client.play(&state);
    sent(&game.resolve());
    sent(&game);
}

#[tokio::test]
async fn a_server_that_is_not_there_is_waited_for_until_the_deadline() {
    let client = Client::builder()
        .policy(hurried())
        .connect("127.0.0.1:9")
        .await
        .unwrap();
    let failed = client.resolve(&CombatState::default()).await.unwrap_err();
    assert!(matches!(failed, Error::DeadlineExceeded(_)), "{failed:?}");
    let failed = client
        .play(&CombatState::default())
        .resolve()
        .await
        .unwrap_err();
    assert!(matches!(failed, Error::DeadlineExceeded(_)), "{failed:?}");
}

#[tokio::test]
async fn a_connection_that_breaks_is_made_again_and_then_unavailable() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let broken = tokio::spawn(async move {
        let mut broken = 0;
        while let Ok(Ok((socket, _))) =
            tokio::time::timeout(Duration::from_secs(2), listener.accept()).await
        {
            drop(socket);
            broken += 1;
        }
        broken
    });
    let client = Client::connect(&address).await.unwrap();
    let failed = client.resolve(&CombatState::default()).await.unwrap_err();
    assert!(matches!(failed, Error::Unavailable(_)), "{failed:?}");
    assert!(broken.await.unwrap() >= 5);
}
