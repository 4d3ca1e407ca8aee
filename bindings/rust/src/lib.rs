//! A client of `mtglayers serve --stdio`: what every object on a board is, in which order the effects applied, and why.
//!
//! ```no_run
//! use mtglayers_client::{api, Layers};
//! use serde_json::json;
//!
//! # fn main() -> Result<(), mtglayers_client::Error> {
//! let mut layers = Layers::start(&["mtglayers"], &[])?;
//! let board = json!({"timeline": [{"enters": "Blood Moon"}, {"enters": "Bayou"}]});
//! let result = layers.call::<api::Solve>(json!({"board": board, "include": ["objects"]}))?;
//! for object in result.objects.unwrap_or_default() {
//!     println!("{} {:?}", object.name, object.subtypes);
//! }
//! # Ok(())
//! # }
//! ```

pub mod api;

use serde::Serialize;
use serde_json::{json, Value};
use std::fmt;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The reason why a call has no result.
#[derive(Debug)]
pub enum Error {
    /// The server answered with an error.
    Layers(LayersError),
    /// The server could not be started, has ended, or gave an answer that is not JSON.
    Io(io::Error),
}

/// An error from mtglayers.
#[derive(Clone, Debug)]
pub struct LayersError {
    /// The number of the error's class.
    pub code: i64,
    /// One sentence.
    pub message: String,
    /// The attributes of the error; `type` is the name of its class.
    pub data: Value,
}

impl LayersError {
    /// Returns the class of the error, such as "UnknownCardError".
    pub fn kind(&self) -> &str {
        self.data["type"].as_str().unwrap_or("")
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Layers(error) => out.write_str(&error.message),
            Error::Io(error) => error.fmt(out),
        }
    }
}

impl std::error::Error for Error {}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Error::Io(error)
    }
}

impl From<serde_json::Error> for Error {
    fn from(error: serde_json::Error) -> Self {
        Error::Io(error.into())
    }
}

/// A running `mtglayers serve --stdio`, which answers one line of JSON-RPC with one line. It stops when it is dropped.
pub struct Layers {
    process: Child,
    requests: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
    ids: u64,
}

impl Layers {
    /// Starts a server. `command` is the program that starts mtglayers, and its arguments; `options` are further options
    /// of `mtglayers serve`, such as `["--limit", "seconds=5"]`.
    pub fn start(command: &[&str], options: &[&str]) -> Result<Layers, Error> {
        let (program, arguments) = command
            .split_first()
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the command is empty"))?;
        let mut process = Command::new(program)
            .args(arguments)
            .args(["serve", "--stdio"])
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let requests = process.stdin.take();
        let answers = BufReader::new(process.stdout.take().expect("standard output is piped"));
        Ok(Layers {
            process,
            requests,
            answers,
            ids: 0,
        })
    }

    /// Returns the answer of a method, such as [`api::Solve`].
    pub fn call<M: api::Method>(&mut self, params: impl Serialize) -> Result<M::Answer, Error> {
        Ok(serde_json::from_value(self.call_json(M::NAME, params)?)?)
    }

    /// Returns the answer of a method that this version of the client does not know.
    pub fn call_json(&mut self, method: &str, params: impl Serialize) -> Result<Value, Error> {
        self.ids += 1;
        let request = json!({"jsonrpc": "2.0", "id": self.ids, "method": method, "params": params});
        let mut line = serde_json::to_vec(&request)?;
        line.push(b'\n');
        self.requests.as_mut().ok_or_else(ended)?.write_all(&line)?;
        let mut answer = String::new();
        if self.answers.read_line(&mut answer)? == 0 {
            return Err(ended().into());
        }
        let mut answer: Value = serde_json::from_str(&answer)?;
        match answer.get_mut("error").map(Value::take) {
            Some(error) => Err(Error::Layers(LayersError {
                code: error["code"].as_i64().unwrap_or_default(),
                message: error["message"].as_str().unwrap_or_default().to_owned(),
                data: error["data"].clone(),
            })),
            None => Ok(answer["result"].take()),
        }
    }
}

impl Drop for Layers {
    fn drop(&mut self) {
        self.requests = None; // the end of its input stops the server
        let _ = self.process.wait();
    }
}

fn ended() -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, "mtglayers has ended")
}
