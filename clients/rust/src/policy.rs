use std::time::Duration;

/// The deadline and the retries of calls; by default what the service recommends.
///
/// Every unary call may be repeated: none has a side effect. A call is repeated when the server
/// answers `UNAVAILABLE` or `CANCELLED` (a server that stops answers so to what it had accepted
/// and not begun), or when the connection is lost. A server that is not there yet is waited for.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    /// How long a call may take, with all that is repeated and waited for.
    pub deadline: Duration,
    /// How often a call is made at most.
    pub max_attempts: u32,
    /// How long to wait before the second time, give or take a fifth.
    pub initial_backoff: Duration,
    /// How long to wait at most.
    pub max_backoff: Duration,
    /// How much longer each wait is than the one before.
    pub backoff_multiplier: f64,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            deadline: Duration::from_secs(5),
            max_attempts: 5,
            initial_backoff: Duration::from_millis(50),
            max_backoff: Duration::from_secs(1),
            backoff_multiplier: 2.0,
        }
    }
}
