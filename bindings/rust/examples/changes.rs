//! The loop of an engine: begin with a state, play each event, and ask what it changed.
//!
//! `cargo run --release --example changes FILE`, where FILE has the parameters of `board.new` as `board`, and a list
//! `events`. MTGLAYERS is the command that starts mtglayers. Prints the milliseconds per event, first when every answer
//! has all objects, then when it has only those that changed (`since`). Both ways must end with the same objects.

use mtglayers_client::{api, Layers};
use serde_json::{json, Value};
use std::collections::BTreeMap;
use std::error::Error;
use std::time::Instant;

/// Plays all events on a new board; returns the milliseconds for each, and the objects at the end as text.
fn play(
    layers: &mut Layers,
    file: &Value,
    changes_only: bool,
) -> Result<(f64, String), Box<dyn Error>> {
    let board = layers.call::<api::BoardNew>(&file["board"])?.board;
    let events = file["events"].as_array().ok_or("no list `events`")?;
    let mut asked = json!({"board": board, "include": ["objects"]});
    if changes_only {
        asked["since"] = json!("");
    }
    let mut objects = BTreeMap::new();
    let mut solve = |layers: &mut Layers| -> Result<(), Box<dyn Error>> {
        let answer = layers.call::<api::Solve>(&asked)?;
        if answer.since.is_none() {
            objects.clear(); // the answer is complete
        }
        for id in answer.gone.unwrap_or_default() {
            objects.remove(&id);
        }
        for object in answer.objects.unwrap_or_default() {
            objects.insert(object.id.clone(), object);
        }
        if changes_only {
            asked["since"] = json!(answer.version);
        }
        Ok(())
    };
    solve(layers)?;
    let began = Instant::now();
    for event in events {
        layers.call::<api::BoardPush>(json!({"board": board, "event": event}))?;
        solve(layers)?;
    }
    let each = began.elapsed().as_secs_f64() * 1000.0 / events.len() as f64;
    Ok((each, format!("{objects:?}")))
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("give a file")?;
    let file: Value = serde_json::from_slice(&std::fs::read(path)?)?;
    let command = std::env::var("MTGLAYERS").unwrap_or_else(|_| "mtglayers".to_owned());
    let mut layers = Layers::start(&command.split_whitespace().collect::<Vec<_>>(), &[])?;
    let (all, expected) = play(&mut layers, &file, false)?;
    let (changed, found) = play(&mut layers, &file, true)?;
    assert_eq!(found, expected);
    println!("{}", json!([all, changed]));
    Ok(())
}
