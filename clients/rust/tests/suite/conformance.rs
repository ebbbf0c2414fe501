//! Plays the combats of `clients/conformance` against the server that `CONFORMANCE_ADDRESS` and
//! `CONFORMANCE_SOCKET` name.

use ninjutsu_client::v1::{
    self, CombatState, Decision, ListActionsRequest, ResolveRequest, TakeActionRequest,
};
use ninjutsu_client::{
    ActOptions, Answer, Client, Error, Game, ListOptions, Listing, Outcome, Refused, TakeOptions,
    WrongField,
};
use serde_json::{Map, Value, json};

use crate::combats;

#[test]
fn there_are_combats() {
    assert!(combats::all().len() >= 12);
}

#[tokio::test]
#[ignore = "needs a server: make test-clients starts one"]
async fn combats_call_by_call() {
    let address = combats::given("CONFORMANCE_ADDRESS");
    for combat in combats::all() {
        play_calls(&client(&address, &combat).await, &combat).await;
    }
}

#[tokio::test]
#[ignore = "needs a server: make test-clients starts one"]
async fn combats_over_one_stream() {
    let address = combats::given("CONFORMANCE_ADDRESS");
    let streamed = |combat: &Value| combat["stream"].as_bool().expect("stream");
    for combat in combats::all().into_iter().filter(streamed) {
        let state = combats::message("CombatState", &combat["state"]);
        let mut game = client(&address, &combat).await.play(&state);
        for step in combat["steps"].as_array().expect("steps") {
            if let Some(state) = step.get("state") {
                game.replace_state(&combats::message("CombatState", state));
            }
            let answer = told(command(&mut game, step).await);
            assert_told(&combat, step, &answer);
        }
    }
}

#[tokio::test]
#[ignore = "needs a server: make test-clients starts one"]
async fn a_combat_over_a_unix_socket() {
    let path = combats::given("CONFORMANCE_SOCKET");
    let combat = combats::read("conformance/ninjutsu.json");
    play_calls(&client(&format!("unix:{path}"), &combat).await, &combat).await;
}

#[tokio::test]
#[ignore = "needs a server: make test-clients starts one"]
async fn what_is_wrong_with_a_command_ends_its_stream() {
    let address = combats::given("CONFORMANCE_ADDRESS");
    let combat = combats::read("conformance/ninjutsu.json");
    let state = combats::message("CombatState", &combat["state"]);
    let mut game = client(&address, &combat).await.play(&state);
    assert_eq!(game.list_actions("ana").await.unwrap().actions.len(), 1);
    let ended = game.list_actions("eve").await.unwrap_err();
    let Error::Invalid { fields, .. } = &ended else {
        panic!("{ended:?}")
    };
    assert_eq!(fields[0].field, "list_actions.player_id");
    assert_eq!(game.list_actions("ana").await.unwrap_err(), ended);
}

async fn client(address: &str, combat: &Value) -> Client {
    let language = combat["language"].as_str().expect("language");
    let builder = Client::builder().language(language);
    builder.connect(address).await.expect("a client")
}

/// Makes every call of a combat, and holds the answers and the state that it ends with.
async fn play_calls(client: &Client, combat: &Value) {
    let mut state: CombatState = combats::message("CombatState", &combat["state"]);
    for step in combat["steps"].as_array().expect("steps") {
        if let Some(given) = step.get("state") {
            state = combats::message("CombatState", given);
        }
        let answer = call(client, &state, step).await;
        if let Ok(Answered::One(Answer::Outcome(Outcome {
            state: Some(after), ..
        }))) = &answer
        {
            state = after.clone();
        }
        assert_told(combat, step, &told(answer));
    }
    let expected: CombatState = combats::message("CombatState", &combat["finalState"]);
    assert_eq!(state, expected, "{}: the state in the end", combat["name"]);
}

fn assert_told(combat: &Value, step: &Value, answer: &Value) {
    let expected = normalised(&step["expect"]);
    assert!(
        *answer == expected,
        "{}: {}\n  expected {expected:#}\n  answered {answer:#}",
        combat["name"],
        step["say"]
    );
}

/// What a client's method answers.
#[allow(clippy::large_enum_variant)] // there is one of them at a time
enum Answered {
    One(Answer),
    Faults(Vec<WrongField>),
    Many(Vec<Answer>),
}

impl From<Listing> for Answered {
    fn from(listing: Listing) -> Self {
        Self::One(Answer::Listing(listing))
    }
}

impl From<Outcome> for Answered {
    fn from(outcome: Outcome) -> Self {
        Self::One(Answer::Outcome(outcome))
    }
}

/// A step's call, by the client's own method.
async fn call(client: &Client, state: &CombatState, step: &Value) -> Result<Answered, Error> {
    let empty = json!({});
    let request = step.get("request").unwrap_or(&empty);
    Ok(match step["call"].as_str().expect("call") {
        "ListActions" => {
            let (player, options) = listing(request);
            client
                .list_actions_with(state, &player, options)
                .await?
                .into()
        }
        "TakeAction" => {
            let (player, action, options) = taking(request);
            let taken = client.take_action_with(state, &player, &action, options);
            taken.await?.into()
        }
        "Resolve" => client.resolve_with(state, acting(request)).await?.into(),
        "AdvanceStep" => client
            .advance_step_with(state, acting(request))
            .await?
            .into(),
        "CheckState" => Answered::Faults(client.check_state(state).await?),
        "Batch" => {
            let batch: v1::BatchRequest = combats::message("BatchRequest", request);
            let commands = batch.commands.into_iter().filter_map(|each| each.command);
            Answered::Many(client.batch(state, commands.collect()).await?)
        }
        other => panic!("{other} is no call"),
    })
}

/// A step as a command of a stream.
async fn command(game: &mut Game, step: &Value) -> Result<Answered, Error> {
    let empty = json!({});
    let request = step.get("request").unwrap_or(&empty);
    Ok(match step["call"].as_str().expect("call") {
        "ListActions" => {
            let (player, options) = listing(request);
            game.list_actions_with(&player, options).await?.into()
        }
        "TakeAction" => {
            let (player, action, options) = taking(request);
            game.take_action_with(&player, &action, options)
                .await?
                .into()
        }
        "Resolve" => game.resolve_with(acting(request)).await?.into(),
        "AdvanceStep" => game.advance_step_with(acting(request)).await?.into(),
        other => panic!("{other} is no command of a stream"),
    })
}

fn listing(request: &Value) -> (String, ListOptions) {
    let request: ListActionsRequest = combats::message("ListActionsRequest", request);
    let options = ListOptions {
        explain: request.explain,
        engine_pays: request.engine_pays,
    };
    (request.player_id, options)
}

fn taking(request: &Value) -> (String, v1::Action, TakeOptions) {
    let act = acting(request);
    let request: TakeActionRequest = combats::message("TakeActionRequest", request);
    let options = TakeOptions {
        payment: request.payment,
        act,
    };
    (request.player_id, request.action.expect("action"), options)
}

/// What every call that changes something takes: the fields of `ResolveRequest`.
fn acting(request: &Value) -> ActOptions {
    let names = ["decisions", "randomSeed", "options"];
    let fields = names
        .iter()
        .filter_map(|name| Some((*name, request.get(name)?.clone())));
    let shared: Map<_, _> = fields
        .map(|(name, value)| (name.to_owned(), value))
        .collect();
    let request: ResolveRequest = combats::message("ResolveRequest", &Value::Object(shared));
    let decisions: Vec<Decision> = request.decisions;
    ActOptions {
        decisions,
        seed: request.random_seed,
        options: request.options,
    }
}

/// An answer, or an error, as `expect` says it.
fn told(answer: Result<Answered, Error>) -> Value {
    match answer {
        Ok(Answered::One(answer)) => told_one(answer),
        Ok(Answered::Faults(faults)) => json!({"faults": told_fields(&faults)}),
        Ok(Answered::Many(answers)) => {
            json!({"responses": answers.into_iter().map(told_one).collect::<Vec<_>>()})
        }
        Err(Error::Refused(refused)) => json!({"refused": told_refusal(&refused)}),
        Err(Error::Invalid { fields, .. }) => json!({"invalid": told_fields(&fields)}),
        Err(other) => panic!("{other:?}"),
    }
}

fn told_one(answer: Answer) -> Value {
    match answer {
        Answer::Listing(Listing {
            actions, refusals, ..
        }) => {
            let actions: Vec<_> = actions
                .iter()
                .map(|each| combats::json("Action", each))
                .collect();
            let refusals: Vec<_> = refusals.iter().map(told_refusal).collect();
            if refusals.is_empty() {
                json!({"actions": actions})
            } else {
                json!({"actions": actions, "refusals": refusals})
            }
        }
        Answer::Outcome(outcome) => {
            let events = outcome.events.into_iter().map(|each| v1::Event {
                event: each.event,
                rule: each.rule,
                batch: each.batch,
                cause: each.cause,
            });
            let outcome = v1::Outcome {
                events: events.collect(),
                state: None,
                choice: outcome.choice,
                triggers: outcome.triggers,
                random: outcome.random,
            };
            json!({"outcome": combats::json("Outcome", &outcome)})
        }
        Answer::Refused(refused) => json!({"refused": told_refusal(&refused)}),
    }
}

fn told_refusal(refused: &Refused) -> Value {
    let said = [
        ("reason", &refused.reason),
        ("rule", &refused.rule),
        ("sourceId", &refused.source_id),
        ("keyword", &refused.keyword),
        ("returnedId", &refused.returned_id),
        ("message", &refused.message),
    ];
    let said = said.into_iter().filter(|(_, value)| !value.is_empty());
    said.map(|(key, value)| (key.to_owned(), json!(value)))
        .collect::<Map<_, _>>()
        .into()
}

fn told_fields(fields: &[WrongField]) -> Value {
    let told = fields
        .iter()
        .map(|each| json!({"field": each.field, "message": each.message}));
    told.collect()
}

/// What is expected, its messages as this client writes them.
fn normalised(expected: &Value) -> Value {
    let mut expected = expected.clone();
    if let Some(actions) = expected.get_mut("actions").and_then(Value::as_array_mut) {
        for action in actions {
            *action = combats::normal("Action", action);
        }
    }
    if let Some(outcome) = expected.get_mut("outcome") {
        *outcome = combats::normal("Outcome", outcome);
    }
    if let Some(responses) = expected.get_mut("responses").and_then(Value::as_array_mut) {
        for response in responses {
            *response = normalised(response);
        }
    }
    expected
}
