use std::time::Duration;

use tonic::metadata::{Ascii, MetadataValue};
use tonic::transport::{Channel, Endpoint};
use tonic::{Request, Response, Status};

use crate::answers::{Answer, Listing, Outcome};
use crate::error::{Error, WrongField};
use crate::game::Game;
use crate::options::{ActOptions, ListOptions, TakeOptions};
use crate::policy::Policy;
use crate::retry;
use crate::v1::ninjutsu_service_client::NinjutsuServiceClient;
use crate::v1::play_request::Command;
use crate::v1::{Action, BatchRequest, CheckStateRequest, CombatState, PlayRequest};

/// How often a silent connection is asked whether it still lives.
const KEEP_ALIVE: Duration = Duration::from_secs(60);

/// Calls the service. Cheap to clone; clones share one connection.
///
/// A state that is passed in stays as it is. Every method fails with the [`Error`] that its name
/// says; those that act also with [`Error::Refused`].
#[derive(Clone, Debug)]
pub struct Client {
    stub: NinjutsuServiceClient<Channel>,
    language: MetadataValue<Ascii>,
    policy: Policy,
}

/// Says how a client connects. Made by [`Client::builder`].
#[derive(Clone, Debug)]
pub struct ClientBuilder {
    language: String,
    policy: Policy,
}

impl ClientBuilder {
    /// The language of messages for players, as in HTTP's Accept-Language; "en" unless given.
    #[must_use]
    pub fn language(mut self, language: impl Into<String>) -> Self {
        self.language = language.into();
        self
    }

    /// The deadline and the retries, where they are not those that the service recommends.
    #[must_use]
    pub fn policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// A client of the service at `host:port`, or `unix:/path/to/socket`.
    ///
    /// Connecting happens with the first call. Fails with [`Error::Invalid`] for an address or a
    /// language that cannot be.
    #[allow(clippy::unused_async)] // it needs the runtime that it is awaited in
    pub async fn connect(self, address: &str) -> Result<Client, Error> {
        let target = if address.starts_with("unix:") || address.contains("://") {
            address.to_owned()
        } else {
            format!("http://{address}")
        };
        let endpoint = Endpoint::from_shared(target)
            .map_err(|error| invalid(format!("{address:?} is no address: {error}")))?
            .http2_keep_alive_interval(KEEP_ALIVE)
            .tcp_nodelay(true);
        self.with_channel(endpoint.connect_lazy())
    }

    /// A client over a channel of one's own, for TLS for example.
    ///
    /// Fails with [`Error::Invalid`] for a language that cannot be.
    pub fn with_channel(self, channel: Channel) -> Result<Client, Error> {
        let language = MetadataValue::try_from(&self.language)
            .map_err(|_| invalid(format!("{:?} is no language", self.language)))?;
        Ok(Client {
            stub: NinjutsuServiceClient::new(channel).max_decoding_message_size(usize::MAX),
            language,
            policy: self.policy,
        })
    }
}

fn invalid(message: String) -> Error {
    let fields = Vec::new();
    Error::Invalid { message, fields }
}

impl Client {
    /// A client of the service at `host:port`, or `unix:/path/to/socket`.
    ///
    /// Connecting happens with the first call.
    pub async fn connect(address: &str) -> Result<Self, Error> {
        Self::builder().connect(address).await
    }

    /// A client with a language, a policy or a channel of one's own.
    #[must_use]
    pub fn builder() -> ClientBuilder {
        ClientBuilder {
            language: "en".to_owned(),
            policy: Policy::default(),
        }
    }

    /// Every keyword action that a player may take now.
    pub async fn list_actions(
        &self,
        state: &CombatState,
        player_id: &str,
    ) -> Result<Listing, Error> {
        self.list_actions_with(state, player_id, ListOptions::default())
            .await
    }

    /// The same; also why not, or also what only mana forbids.
    pub async fn list_actions_with(
        &self,
        state: &CombatState,
        player_id: &str,
        options: ListOptions,
    ) -> Result<Listing, Error> {
        let request = options.request(Some(state.clone()), player_id);
        let answer = self.call(request, async |mut stub, request| {
            stub.list_actions(request).await
        });
        Ok(answer.await?.into())
    }

    /// Announce an action and pay for it.
    pub async fn take_action(
        &self,
        state: &CombatState,
        player_id: &str,
        action: &Action,
    ) -> Result<Outcome, Error> {
        self.take_action_with(state, player_id, action, TakeOptions::default())
            .await
    }

    /// The same, with a payment, decisions, a seed or options.
    pub async fn take_action_with(
        &self,
        state: &CombatState,
        player_id: &str,
        action: &Action,
        options: TakeOptions,
    ) -> Result<Outcome, Error> {
        let request = options.request(Some(state.clone()), player_id, action);
        let answer = self.call(request, async |mut stub, request| {
            stub.take_action(request).await
        });
        Ok(answer.await?.outcome.unwrap_or_default().into())
    }

    /// Resolve the top of the stack.
    pub async fn resolve(&self, state: &CombatState) -> Result<Outcome, Error> {
        self.resolve_with(state, ActOptions::default()).await
    }

    /// The same, with decisions, a seed or options.
    pub async fn resolve_with(
        &self,
        state: &CombatState,
        options: ActOptions,
    ) -> Result<Outcome, Error> {
        let request = options.resolving(Some(state.clone()));
        let answer = self.call(request, async |mut stub, request| {
            stub.resolve(request).await
        });
        Ok(answer.await?.outcome.unwrap_or_default().into())
    }

    /// Move to the next step and take its turn-based actions.
    pub async fn advance_step(&self, state: &CombatState) -> Result<Outcome, Error> {
        self.advance_step_with(state, ActOptions::default()).await
    }

    /// The same, with decisions, a seed or options.
    pub async fn advance_step_with(
        &self,
        state: &CombatState,
        options: ActOptions,
    ) -> Result<Outcome, Error> {
        let request = options.advancing(Some(state.clone()));
        let answer = self.call(request, async |mut stub, request| {
            stub.advance_step(request).await
        });
        Ok(answer.await?.outcome.unwrap_or_default().into())
    }

    /// Everything that is wrong with a state.
    pub async fn check_state(&self, state: &CombatState) -> Result<Vec<WrongField>, Error> {
        let request = CheckStateRequest {
            state: Some(state.clone()),
        };
        let answer = self.call(request, async |mut stub, request| {
            stub.check_state(request).await
        });
        let faults = answer.await?.faults.into_iter();
        Ok(faults
            .map(|each| WrongField {
                field: each.field,
                message: each.message,
            })
            .collect())
    }

    /// Many commands without states of their own, each tried on one state.
    pub async fn batch(
        &self,
        state: &CombatState,
        commands: Vec<Command>,
    ) -> Result<Vec<Answer>, Error> {
        let commands = commands.into_iter().map(|command| PlayRequest {
            command: Some(command),
        });
        let request = BatchRequest {
            state: Some(state.clone()),
            commands: commands.collect(),
        };
        let answer = self.call(request, async |mut stub, request| stub.batch(request).await);
        Ok(answer
            .await?
            .responses
            .into_iter()
            .map(Answer::from)
            .collect())
    }

    /// A combat on one stream, its state kept by the service. It begins with the first command,
    /// and ends when the game is dropped.
    #[must_use]
    pub fn play(&self, state: &CombatState) -> Game {
        Game::new(self.clone(), state.clone())
    }

    /// The generated stub, for the rare call that has no method here. It repeats nothing.
    #[must_use]
    pub fn stub(&self) -> NinjutsuServiceClient<Channel> {
        self.stub.clone()
    }

    pub(crate) fn policy(&self) -> &Policy {
        &self.policy
    }

    /// A message with the language beside it.
    pub(crate) fn request<T>(&self, message: T) -> Request<T> {
        let mut request = Request::new(message);
        let metadata = request.metadata_mut();
        metadata.insert("accept-language", self.language.clone());
        request
    }

    async fn call<I: Clone, O>(
        &self,
        message: I,
        method: impl AsyncFn(NinjutsuServiceClient<Channel>, Request<I>) -> Result<Response<O>, Status>,
    ) -> Result<O, Error> {
        let answered = retry::until_answered(&self.policy, |left| {
            let mut request = self.request(message.clone());
            request.set_timeout(left);
            method(self.stub.clone(), request)
        });
        Ok(answered.await?.into_inner())
    }
}
