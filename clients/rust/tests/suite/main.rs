//! What holds of the client: by itself, and against a real server.

mod client;
mod combats;
mod conformance;
