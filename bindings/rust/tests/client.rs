//! Against a real server: MTGLAYERS is the command that starts mtglayers (by default `mtglayers`).

use mtglayers_client::{api, Error, Layers};
use serde_json::json;

fn layers() -> Layers {
    let command = std::env::var("MTGLAYERS").unwrap_or_else(|_| "mtglayers".to_owned());
    Layers::start(&command.split_whitespace().collect::<Vec<_>>(), &[]).expect("mtglayers starts")
}

#[test]
fn a_state_is_solved_changed_and_explained() -> Result<(), Error> {
    let mut layers = layers();
    let state = json!({"players": ["Ana", "Ben"], "objects": [
        {"id": "moon", "card": "Blood Moon", "controller": "Ana", "timestamp": 1},
        {"id": "limb", "card": "Life and Limb", "controller": "Ana", "timestamp": 2},
        {"id": "token", "card": "Saproling", "controller": "Ben", "timestamp": 3, "facts": ["token"]},
    ]});
    let board = layers.call::<api::BoardNew>(json!({"state": state}))?.board;
    let asked = json!({"board": board, "include": ["objects"], "objects": ["token"]});
    let before = layers
        .call::<api::Solve>(&asked)?
        .objects
        .unwrap_or_default();
    assert_eq!(before[0].subtypes, ["Saproling", "Mountain"]);

    layers.call::<api::BoardPush>(json!({"board": board, "event": {"leaves": "moon"}}))?;
    let after = layers
        .call::<api::Solve>(&asked)?
        .objects
        .unwrap_or_default();
    assert_eq!(after[0].subtypes, ["Saproling", "Forest"]);
    assert_eq!(
        (after[0].power, after[0].controller.as_deref()),
        (Some(1), Some("Ben"))
    );

    let text = layers
        .call::<api::Explain>(json!({"board": board, "object": "token"}))?
        .text
        .unwrap_or_default();
    assert!(
        text.starts_with("The Saproling is a 1/1 green Saproling Forest land creature"),
        "{text}"
    );
    Ok(())
}

#[test]
fn an_error_has_its_class_and_attributes() {
    let board = json!({"timeline": [{"enters": "Blod Moon"}]});
    match layers().call::<api::Solve>(json!({"board": board})) {
        Err(Error::Layers(error)) => {
            assert_eq!((error.kind(), error.code), ("UnknownCardError", -32001));
            assert_eq!(error.data["nearest"][0], "Blood Moon");
        }
        other => panic!("not an error of mtglayers: {:?}", other.map(|_| ())),
    }
}

#[test]
fn a_server_that_has_ended_is_reported() {
    let mut other = Layers::start(&["false"], &[]).expect("`false` starts");
    assert!(matches!(
        other.call::<api::Initialize>(json!({})),
        Err(Error::Io(_))
    ));
}
