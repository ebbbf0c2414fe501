use std::fmt;

use tonic::{Code, Status};
use tonic_types::StatusExt;

use crate::retry::connection_lost;
use crate::v1::{self, RefusalReason};

/// Any failure of a call.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The rules forbid the action; nothing has changed.
    #[error(transparent)]
    Refused(Box<Refused>),
    /// What was sent contradicts itself.
    #[error("{message}")]
    Invalid {
        /// The first of what is wrong, and how much more there is.
        message: String,
        /// Every wrong field.
        fields: Vec<WrongField>,
    },
    /// Nothing answers, after the retries.
    #[error("{0}")]
    Unavailable(String),
    /// No answer came in time.
    #[error("{0}")]
    DeadlineExceeded(String),
    /// Any other status.
    #[error(transparent)]
    Failed(#[from] Failure),
}

/// Why the rules forbid an action.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message} ({reason}, {rule})")]
#[non_exhaustive]
pub struct Refused {
    /// A [`RefusalReason`] without its prefix: "BLOCKED".
    pub reason: String,
    /// The rule's number in the Comprehensive Rules.
    pub rule: String,
    /// For a player, in the language that was asked for.
    pub message: String,
    /// The card; empty where none is concerned.
    pub source_id: String,
    /// The keyword's registered name.
    pub keyword: String,
    /// The creature that was to be returned, where it is the obstacle.
    pub returned_id: String,
}

impl Refused {
    /// The reason as the contract's enum; none for one of a newer contract.
    #[must_use]
    pub fn code(&self) -> Option<RefusalReason> {
        RefusalReason::from_str_name(&format!("{PREFIX}{}", self.reason))
    }

    pub(crate) fn from_wire(refusal: v1::Refusal) -> Self {
        let name = refusal.reason().as_str_name();
        Self {
            reason: name.trim_start_matches(PREFIX).to_owned(),
            rule: refusal.rule,
            message: refusal.message,
            source_id: refusal.source_id,
            keyword: refusal.keyword,
            returned_id: refusal.returned_id,
        }
    }
}

const PREFIX: &str = "REFUSAL_REASON_";

/// A field that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongField {
    /// Its path: `objects[3].owner_id`.
    pub field: String,
    /// What is wrong with it.
    pub message: String,
}

/// A status that has no error of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Failure {
    /// The status.
    pub code: Code,
    /// The service's own word for it; empty where it gave none.
    pub reason: String,
    /// For people.
    pub message: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?}: {}", self.code, self.message)
    }
}

impl std::error::Error for Failure {}

impl Error {
    pub(crate) fn closed() -> Self {
        Self::Invalid {
            message: "the stream is closed".to_owned(),
            fields: Vec::new(),
        }
    }
}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Self {
        Self::Refused(Box::new(refused))
    }
}

impl From<Status> for Error {
    /// The typed error of a failed call.
    fn from(status: Status) -> Self {
        let message = status.message().to_owned();
        match status.code() {
            Code::InvalidArgument => Self::Invalid {
                message,
                fields: wrong_fields(&status),
            },
            Code::DeadlineExceeded => Self::DeadlineExceeded(message),
            Code::Unavailable => Self::Unavailable(message),
            _ if connection_lost(&status) => Self::Unavailable(message),
            code => match status.get_details_error_info() {
                Some(info) if code == Code::FailedPrecondition => refused(message, info).into(),
                info => Self::Failed(Failure {
                    code,
                    reason: info.map(|info| info.reason).unwrap_or_default(),
                    message,
                }),
            },
        }
    }
}

fn refused(message: String, mut info: tonic_types::ErrorInfo) -> Refused {
    let mut said = |key: &str| info.metadata.remove(key).unwrap_or_default();
    Refused {
        rule: said("rule"),
        source_id: said("source_id"),
        keyword: said("keyword"),
        returned_id: said("returned_id"),
        reason: info.reason,
        message,
    }
}

fn wrong_fields(status: &Status) -> Vec<WrongField> {
    let Some(bad) = status.get_details_bad_request() else {
        return Vec::new();
    };
    let named = bad.field_violations.into_iter();
    named
        .map(|each| WrongField {
            field: each.field,
            message: each.description,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use tonic_types::ErrorDetails;

    use super::*;

    #[test]
    fn a_refusal_says_its_reason_its_rule_and_whom_it_concerns() {
        let metadata = HashMap::from([
            ("rule".to_owned(), "509.1h".to_owned()),
            ("returned_id".to_owned(), "ogre".to_owned()),
        ]);
        let details = ErrorDetails::with_error_info("BLOCKED", "ninjutsu.v1", metadata);
        let status = Status::with_error_details(Code::FailedPrecondition, "Blocked.", details);
        let Error::Refused(refused) = Error::from(status) else {
            panic!("not refused")
        };
        assert_eq!(refused.code(), Some(RefusalReason::Blocked));
        assert_eq!(refused.to_string(), "Blocked. (BLOCKED, 509.1h)");
        assert_eq!((&*refused.returned_id, &*refused.source_id), ("ogre", ""));
    }

    #[test]
    fn a_reason_of_a_newer_contract_has_a_name_and_no_code() {
        let details = ErrorDetails::with_error_info("NEWER", "ninjutsu.v1", HashMap::new());
        let status = Status::with_error_details(Code::FailedPrecondition, "No.", details);
        let Error::Refused(refused) = Error::from(status) else {
            panic!("not refused")
        };
        assert_eq!((&*refused.reason, refused.code()), ("NEWER", None));
    }

    #[test]
    fn every_wrong_field_is_named() {
        let mut details = ErrorDetails::new();
        details.add_bad_request_violation("step", "required");
        details.add_bad_request_violation("objects[0].zone", "required");
        let status = Status::with_error_details(Code::InvalidArgument, "step: required", details);
        let Error::Invalid { message, fields } = Error::from(status) else {
            panic!("not invalid")
        };
        let named: Vec<_> = fields.iter().map(|each| &*each.field).collect();
        assert_eq!(
            (&*message, &*named),
            ("step: required", &["step", "objects[0].zone"][..])
        );
    }

    #[test]
    fn other_statuses_keep_their_code_and_reason() {
        let details = ErrorDetails::with_error_info("MAX_CALLS", "ninjutsu.v1", HashMap::new());
        let status = Status::with_error_details(Code::ResourceExhausted, "too much", details);
        let Error::Failed(failure) = Error::from(status) else {
            panic!("not failed")
        };
        assert_eq!(
            (failure.code, &*failure.reason),
            (Code::ResourceExhausted, "MAX_CALLS")
        );
        assert_eq!(failure.to_string(), "ResourceExhausted: too much");
        let bare = Error::from(Status::failed_precondition("?"));
        assert!(matches!(bare, Error::Failed(_)));
    }
}
