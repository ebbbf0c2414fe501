//! A client of the Ninjutsu service: Magic's ninjutsu family for card-game engines.
//!
//! ```no_run
//! use ninjutsu_client::{Client, StateBuilder, v1::Step};
//!
//! # async fn example() -> Result<(), ninjutsu_client::Error> {
//! let state = StateBuilder::new("ana", Step::DeclareBlockers)
//!     .player("ana", 20)
//!     .player("ben", 18)
//!     .creature("bear", "Grizzly Bears", "ana", 2, 2)
//!     .tapped()
//!     .hand("ninja", "Ninja of the Deep Hours", "ana")
//!     .land("island-1", "Island", "ana", ["U"])
//!     .land("island-2", "Island", "ana", ["U"])
//!     .attack("bear", ninjutsu_client::Attacked::Player("ben"))
//!     .build();
//! let client = Client::connect("127.0.0.1:50051").await?;
//! for action in client.list_actions(&state, "ana").await?.actions {
//!     let outcome = client.take_action(&state, "ana", &action).await?;
//!     println!("{:?}", outcome.events);
//! }
//! # Ok(())
//! # }
//! ```

mod answers;
mod client;
mod error;
mod game;
mod options;
mod policy;
mod retry;
mod state;

/// The wire contract `ninjutsu.v1`: messages, enums and stubs, as prost and tonic have them.
pub mod v1 {
    #![allow(
        missing_docs,
        rustdoc::broken_intra_doc_links,
        rustdoc::invalid_html_tags,
        clippy::all,
        clippy::pedantic
    )]
    include!("generated/ninjutsu.v1.rs");
}

pub use answers::{Answer, Happened, Listing, Outcome};
pub use client::{Client, ClientBuilder};
pub use error::{Error, Failure, Refused, WrongField};
pub use game::Game;
pub use options::{ActOptions, ListOptions, TakeOptions};
pub use policy::Policy;
pub use state::{Attacked, StateBuilder};
/// For channels and statuses of one's own.
pub use tonic;
/// What happened: every kind of event, to be told apart with `match`.
pub use v1::event::Event;
