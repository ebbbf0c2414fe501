use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::Streaming;

use crate::answers::{Answer, Listing, Outcome};
use crate::client::Client;
use crate::error::Error;
use crate::options::{ActOptions, ListOptions, TakeOptions};
use crate::retry;
use crate::v1::play_request::Command;
use crate::v1::{Action, CombatState, PlayRequest, PlayResponse};

/// A combat on one stream: the methods of [`Client`], without the state. Made by
/// [`Client::play`].
///
/// A refusal leaves the combat as it was, and the stream goes on; every other failure ends it.
#[derive(Debug)]
pub struct Game {
    client: Client,
    state: Option<CombatState>,
    stream: Stream,
}

#[derive(Debug)]
enum Stream {
    NotBegun,
    Open {
        said: mpsc::Sender<PlayRequest>,
        answers: Streaming<PlayResponse>,
    },
    Ended(Error),
}

impl Game {
    pub(crate) fn new(client: Client, state: CombatState) -> Self {
        Self {
            client,
            state: Some(state),
            stream: Stream::NotBegun,
        }
    }

    /// As [`Client::list_actions`].
    pub async fn list_actions(&mut self, player_id: &str) -> Result<Listing, Error> {
        self.list_actions_with(player_id, ListOptions::default())
            .await
    }

    /// As [`Client::list_actions_with`].
    pub async fn list_actions_with(
        &mut self,
        player_id: &str,
        options: ListOptions,
    ) -> Result<Listing, Error> {
        let request = options.request(self.state.take(), player_id);
        match self.say(Command::ListActions(request)).await? {
            Answer::Listing(listing) => Ok(listing),
            _ => Err(self.end(Error::closed())),
        }
    }

    /// As [`Client::take_action`].
    pub async fn take_action(
        &mut self,
        player_id: &str,
        action: &Action,
    ) -> Result<Outcome, Error> {
        self.take_action_with(player_id, action, TakeOptions::default())
            .await
    }

    /// As [`Client::take_action_with`].
    pub async fn take_action_with(
        &mut self,
        player_id: &str,
        action: &Action,
        options: TakeOptions,
    ) -> Result<Outcome, Error> {
        let request = options.request(self.state.take(), player_id, action);
        self.act(Command::TakeAction(request)).await
    }

    /// As [`Client::resolve`].
    pub async fn resolve(&mut self) -> Result<Outcome, Error> {
        self.resolve_with(ActOptions::default()).await
    }

    /// As [`Client::resolve_with`].
    pub async fn resolve_with(&mut self, options: ActOptions) -> Result<Outcome, Error> {
        let request = options.resolving(self.state.take());
        self.act(Command::Resolve(request)).await
    }

    /// As [`Client::advance_step`].
    pub async fn advance_step(&mut self) -> Result<Outcome, Error> {
        self.advance_step_with(ActOptions::default()).await
    }

    /// As [`Client::advance_step_with`].
    pub async fn advance_step_with(&mut self, options: ActOptions) -> Result<Outcome, Error> {
        let request = options.advancing(self.state.take());
        self.act(Command::AdvanceStep(request)).await
    }

    /// The engine changed the game itself: the next command brings this state along.
    pub fn replace_state(&mut self, state: &CombatState) {
        self.state = Some(state.clone());
    }

    async fn act(&mut self, command: Command) -> Result<Outcome, Error> {
        match self.say(command).await? {
            Answer::Outcome(outcome) => Ok(outcome),
            _ => Err(self.end(Error::closed())),
        }
    }

    /// Give one command, and wait for its answer.
    async fn say(&mut self, command: Command) -> Result<Answer, Error> {
        let request = PlayRequest {
            command: Some(command),
        };
        let response = match &mut self.stream {
            Stream::Ended(why) => return Err(why.clone()),
            Stream::NotBegun => self.begin(request).await,
            Stream::Open { said, answers } => {
                // Where the stream has ended, reading from it tells why.
                let _ = said.send(request).await;
                answers.message().await.map_err(Error::from)
            }
        };
        let answer = match response {
            Ok(Some(response)) => Answer::from(response),
            Ok(None) => return Err(self.end(Error::closed())),
            Err(error) => return Err(self.end(error)),
        };
        match answer {
            Answer::Refused(refused) => Err(refused.into()),
            answer => Ok(answer),
        }
    }

    /// Open the stream with its first command; a server that is not there yet is waited for.
    async fn begin(&mut self, request: PlayRequest) -> Result<Option<PlayResponse>, Error> {
        let client = &self.client;
        let (said, mut answers) = retry::until_answered(client.policy(), |_| {
            let (said, to_say) = mpsc::channel(1);
            let request = request.clone();
            async move {
                // There is room for one.
                let _ = said.send(request).await;
                let spoken = client.request(ReceiverStream::new(to_say));
                let answers = client.stub().play(spoken).await?;
                Ok((said, answers.into_inner()))
            }
        })
        .await?;
        let response = answers.message().await?;
        self.stream = Stream::Open { said, answers };
        Ok(response)
    }

    fn end(&mut self, why: Error) -> Error {
        self.stream = Stream::Ended(why.clone());
        why
    }
}
