//! Writes the Rust code of a set of proto files that protoc has parsed.
//!
//! Usage: `ninjutsu-client-generate DESCRIPTORS FOLDER`

use std::error::Error;
use std::{env, fs};

use prost::Message;
use prost_types::FileDescriptorSet;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let (Some(descriptors), Some(folder)) = (arguments.next(), arguments.next()) else {
        return Err("give a file of descriptors, and the folder to write to".into());
    };
    let contract = FileDescriptorSet::decode(&*fs::read(descriptors)?)?;
    tonic_prost_build::configure()
        .build_server(false)
        .out_dir(folder)
        .compile_fds(contract)?;
    Ok(())
}
