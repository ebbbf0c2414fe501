//! The combats that every client plays, and messages in protobuf's JSON form.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::{env, fs};

use prost_reflect::prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage};
use serde_json::Value;

static POOL: LazyLock<DescriptorPool> = LazyLock::new(|| {
    let descriptors = include_bytes!("../../src/generated/descriptors.bin");
    DescriptorPool::decode(&descriptors[..]).expect("the contract's descriptors")
});

/// A file below `clients/`, read.
pub fn read(name: &str) -> Value {
    let path = clients().join(name);
    let text = fs::read_to_string(path).expect(name);
    serde_json::from_str(&text).expect(name)
}

/// Every combat, in the order of their names.
pub fn all() -> Vec<Value> {
    let files = fs::read_dir(clients().join("conformance")).expect("clients/conformance");
    let mut names: Vec<_> = files
        .map(|file| {
            file.expect("a file")
                .file_name()
                .into_string()
                .expect("a name")
        })
        .filter(|name| {
            Path::new(name)
                .extension()
                .is_some_and(|kind| kind == "json")
        })
        .collect();
    names.sort();
    names
        .iter()
        .map(|name| read(&format!("conformance/{name}")))
        .collect()
}

fn clients() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// What a variable of the environment says.
pub fn given(variable: &str) -> String {
    env::var(variable).expect(variable)
}

/// A message of the contract from its JSON form.
pub fn message<M: Message + Default>(name: &str, json: &Value) -> M {
    let read = dynamic(name, json);
    read.transcode_to().expect("the same message")
}

/// A message's JSON form.
pub fn json(name: &str, message: &impl Message) -> Value {
    let mut written = DynamicMessage::new(descriptor(name));
    written.transcode_from(message).expect("the same message");
    serde_json::to_value(&written).expect("JSON")
}

/// A message's JSON form, as this client writes it.
pub fn normal(name: &str, json: &Value) -> Value {
    serde_json::to_value(dynamic(name, json)).expect("JSON")
}

fn dynamic(name: &str, json: &Value) -> DynamicMessage {
    DynamicMessage::deserialize(descriptor(name), json)
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn descriptor(name: &str) -> prost_reflect::MessageDescriptor {
    POOL.get_message_by_name(&format!("ninjutsu.v1.{name}"))
        .expect(name)
}
