//! Making a call until it is answered, as a policy says.

use std::error::Error as StdError;
use std::future::Future;
use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout_at};
use tonic::{Code, ConnectError, Status};

use crate::Policy;

/// Make a call until it is answered, fails for good, or its time is over.
///
/// `call` is given the time that is left.
pub(crate) async fn until_answered<T, F>(
    policy: &Policy,
    mut call: impl FnMut(Duration) -> F,
) -> Result<T, Status>
where
    F: Future<Output = Result<T, Status>>,
{
    let deadline = Instant::now() + policy.deadline;
    let mut backoff = policy.initial_backoff;
    let mut attempts = 0;
    let made = timeout_at(deadline, async {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let status = match call(left).await {
                Ok(answer) => return Ok(answer),
                Err(status) => status,
            };
            // Nobody was there to be called: that is waiting, and counts as no attempt.
            if !never_connected(&status) {
                attempts += 1;
                if attempts >= policy.max_attempts || !may_pass(&status) {
                    return Err(status);
                }
            }
            sleep(jittered(backoff)).await;
            backoff = backoff
                .mul_f64(policy.backoff_multiplier)
                .min(policy.max_backoff);
        }
    });
    made.await
        .unwrap_or_else(|_| Err(Status::deadline_exceeded("no answer came in time")))
}

/// Whether the same call may be answered later.
fn may_pass(status: &Status) -> bool {
    matches!(status.code(), Code::Unavailable | Code::Cancelled) || connection_lost(status)
}

/// Whether the connection broke, rather than that the server answered so.
pub(crate) fn connection_lost(status: &Status) -> bool {
    status.source().is_some()
}

/// Whether there was no connection to begin with.
pub(crate) fn never_connected(status: &Status) -> bool {
    let mut source = status.source();
    while let Some(error) = source {
        if error.is::<ConnectError>() {
            return true;
        }
        source = error.source();
    }
    false
}

/// Give or take a fifth, so that clients that failed together do not come back together.
fn jittered(wait: Duration) -> Duration {
    // A new hasher is keyed at random: chance enough, without a dependency.
    let chance = RandomState::new().hash_one(0) % 1_000;
    #[allow(clippy::cast_precision_loss)] // below a thousand
    wait.mul_f64(0.8 + 0.4 * chance as f64 / 1_000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Answers with these statuses, one after the other, and then with the number of calls.
    async fn made(policy: &Policy, codes: &[Code]) -> Result<usize, Status> {
        let mut calls = 0;
        until_answered(policy, |_| {
            let answer = codes
                .get(calls)
                .map_or(Ok(calls + 1), |code| Err(Status::new(*code, "so")));
            calls += 1;
            async { answer }
        })
        .await
    }

    #[tokio::test(start_paused = true)]
    async fn what_a_stopping_server_answers_is_tried_again() {
        let answered = made(&Policy::default(), &[Code::Unavailable, Code::Cancelled]).await;
        assert_eq!(answered.unwrap(), 3);
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_is_made_five_times_at_most() {
        let failed = made(&Policy::default(), &[Code::Unavailable; 5]).await;
        assert_eq!(failed.unwrap_err().code(), Code::Unavailable);
        let answered = made(&Policy::default(), &[Code::Unavailable; 4]).await;
        assert_eq!(answered.unwrap(), 5);
    }

    #[tokio::test(start_paused = true)]
    async fn other_statuses_are_final() {
        for code in [
            Code::InvalidArgument,
            Code::FailedPrecondition,
            Code::ResourceExhausted,
        ] {
            let failed = made(&Policy::default(), &[code]).await;
            assert_eq!(failed.unwrap_err().code(), code);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn waits_grow_to_the_longest_within_a_fifth() {
        let policy = Policy {
            max_attempts: 4,
            max_backoff: Duration::from_millis(100),
            ..Policy::default()
        };
        let before = Instant::now();
        let failed = made(&policy, &[Code::Unavailable; 4]).await;
        assert!(failed.is_err());
        let waited = before.elapsed().as_millis();
        assert!((200..=304).contains(&waited), "{waited} ms");
    }

    #[tokio::test(start_paused = true)]
    async fn the_deadline_ends_a_call_that_nobody_answers() {
        let before = Instant::now();
        let policy = Policy::default();
        let never = until_answered(&policy, |left| {
            assert_eq!(left, Duration::from_secs(5));
            std::future::pending::<Result<(), Status>>()
        });
        assert_eq!(never.await.unwrap_err().code(), Code::DeadlineExceeded);
        assert_eq!(before.elapsed(), Duration::from_secs(5));
    }

    #[tokio::test(start_paused = true)]
    async fn a_server_that_is_not_there_is_waited_for_until_the_deadline() {
        let before = Instant::now();
        let policy = Policy::default();
        let never = until_answered(&policy, |_| async {
            let nobody = ConnectError("nobody".into());
            Err::<(), _>(Status::from_error(Box::new(nobody)))
        });
        assert_eq!(never.await.unwrap_err().code(), Code::DeadlineExceeded);
        assert_eq!(before.elapsed(), Duration::from_secs(5));
    }
}
