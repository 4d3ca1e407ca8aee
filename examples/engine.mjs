// A small independent engine that runs the conformance kit: it reads the `state` of each vector, interprets the trees
// that it knows, and answers with the characteristics of objects and the order of effects. It uses nothing of mtglayers
// but the kit that `mtglayers vectors export` wrote, whose FORMAT.md says everything that it needs to know.
//
// Run: node engine.mjs KIT ANSWERS.jsonl [--dependency], then: mtglayers vectors diff ANSWERS.jsonl --kit KIT
//
// By default it applies effects in timestamp order, as many engines do. With --dependency it finds by trial which effect
// depends on which (613.8a), and `diff` shows the difference. It lists the vectors that it cannot run.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

class NotSupported extends Error {}

const unknown = (what, tree) => {
  throw new NotSupported(`${what} \`${tree?.kind ?? tree}\``);
};

const FAMILY = { color: "colors", creature_type: "subtypes", land_type: "subtypes", basic_land_type: "subtypes",
  card_type: "types", card_name: "name" };
const TYPE_COUNT = { colorless: (n) => n === 0, monocolored: (n) => n === 1, multicolored: (n) => n > 1,
  colored: (n) => n > 0 };

/** Return JSON with sorted keys; equal trees give equal texts. */
function text(value) {
  return JSON.stringify(value, (_, item) =>
    item && typeof item === "object" && !Array.isArray(item)
      ? Object.fromEntries(Object.keys(item).sort().map((key) => [key, item[key]]))
      : item);
}

const compareLists = (one, other) => {
  for (let i = 0; i < Math.max(one.length, other.length); i++) {
    if (one[i] !== other[i]) return (one[i] ?? -Infinity) < (other[i] ?? -Infinity) ? -1 : 1;
  }
  return 0;
};

const fits = (number, comparison, bound) => ({
  "exactly": number === bound, "or greater": number >= bound, "or more": number >= bound, "at least": number >= bound,
  "or less": number <= bound, "or fewer": number <= bound, "greater than": number > bound, "less than": number < bound,
})[comparison] ?? unknown("comparison", comparison);

/** One object as it is at some moment of the layers. */
class Thing {
  constructor(still) {
    this.still = still; // what no layer changes: a `state` object
    this.name = this.manaCost = "";
    this.manaValue = 0;
    this.colors = new Set();
    this.types = new Set();
    this.supertypes = new Set();
    this.subtypes = new Set();
    this.abilities = []; // { ability, origin, place, by, key, id }
    this.power = this.toughness = this.loyalty = this.defense = null;
    this.controller = still.controller ?? null;
    this.cantHave = new Set();
  }

  copy() {
    const twin = Object.assign(new Thing(this.still), this);
    for (const sets of ["colors", "types", "supertypes", "subtypes", "cantHave"]) twin[sets] = new Set(this[sets]);
    twin.abilities = [...this.abilities];
    return twin;
  }

  is(type) {
    return this.types.has(type);
  }

  permanent() {
    return this.still.zone === "battlefield";
  }

  /** Whether it has power and toughness, if any is printed or set (208.3). */
  sized() {
    return this.is("Creature") || !this.permanent();
  }
}

/** One vector on its way through the layers. */
class Engine {
  constructor(vector, lists, dependency) {
    this.vector = vector;
    this.lists = lists;
    this.dependency = dependency;
    this.rules = vector.edition.switches;
    this.players = vector.state.players.map((player) => player.name);
    this.facts = new Map(vector.state.players.map((player) => [player.name, player.facts]));
    this.info = new Map(Object.values(vector.abilities).map((each) => [text(each.tree), each]));
    this.keys = new Map(Object.entries(vector.abilities).map(([key, each]) => [text(each.tree), key]));
    this.families = new Map();
    for (const [family, words] of Object.entries(lists.subtypes)) {
      for (const word of words) this.families.set(word, [...(this.families.get(word) ?? []), family]);
    }
    for (const [family, word] of Object.entries(lists.every)) this.families.set(word, [family]);
    this.places = {};
    for (const layer of [...vector.edition.layers, ...vector.edition.after]) {
      for (const kind of layer.holds) this.places[kind] = layer.name;
    }
    this.things = new Map();
    this.numbers = new Map();
    for (const still of vector.state.objects) {
      const thing = new Thing(still);
      this.things.set(still.id, thing);
      this.numbers.set(still.number, still.id);
      this.write(thing, { ...still.values, abilities: (still.values.abilities ?? []).map((key) => vector.abilities[key].tree) });
    }
    this.started = new Map(); // name -> effect, once one of its parts has applied (613.6)
    this.locks = new Map(); // name -> clause -> ids
  }

  place(kind, origin) {
    return this.places[`${kind} (${origin})`] ?? this.places[kind];
  }

  solve() {
    const layers = [];
    for (const layer of this.vector.edition.layers) {
      if (layer.name === this.places.define) this.giveSizes();
      const steps = [];
      const apart = layer.cda_first && this.rules.cda_dependency !== "any";
      for (const cda of apart ? [true, false] : [null]) this.group(layer.name, cda, steps);
      if (steps.length) layers.push({ name: layer.name, order: steps.map((step) => step.effect), steps });
      if (layer.name === this.places.set && this.places.set !== this.place("modify", "resolved")) this.note();
    }
    return { vector: this.vector.name, layers, objects: [...this.things.values()].map((thing) => this.told(thing)) };
  }

  /** Apply the effects of one group of one layer, and check again after each (613.8c). */
  group(layer, cda, steps) {
    const done = new Set();
    for (;;) {
      const waiting = this.gather(layer, cda).filter((effect) => !done.has(effect.name));
      const here = waiting.filter((effect) => this.footprint(effect, layer).exists);
      if (!here.length) return;
      const meet = this.dependency && !(cda && this.rules.cda_dependency === "never");
      const edges = meet ? this.edges(here, layer) : [];
      const effect = choose(here, edges, this.rules.independent_first);
      steps.push({ effect: effect.name, ...(this.dependency && { edges }) });
      const found = this.footprint(effect, layer);
      this.apply(found, effect);
      done.add(effect.name);
      if (this.rules.same_set || effect.origin !== "static") {
        const locks = this.locks.get(effect.name) ?? new Map();
        for (const [clause, ids] of found.scopes) if (!locks.has(clause)) locks.set(clause, ids);
        this.locks.set(effect.name, locks);
        this.started.set(effect.name, effect);
      }
    }
  }

  // --- Effects: where they come from ------------------------------------------------------------------------

  gather(layer, cda) {
    const found = this.vector.state.effects.map((effect) => this.resolved(effect));
    const names = new Set(found.map((effect) => effect.name));
    for (const thing of this.things.values()) {
      for (const held of thing.abilities) {
        const effect = this.static(thing, held);
        if (effect && !names.has(effect.name)) {
          names.add(effect.name);
          found.push(effect);
        }
      }
    }
    for (const effect of this.started.values()) if (!names.has(effect.name)) found.push(effect);
    const later = (effect) => (this.rules.cda_dependency === "any" && !effect.cda ? 1 : 0);
    return found
      .filter((effect) => effect.parts.has(layer) && (cda === null || effect.cda === cda))
      .sort((a, b) => later(a) - later(b) || compareLists(a.key, b.key) || (a.name < b.name ? -1 : 1));
  }

  resolved(effect) {
    if (effect.origin === "choice") unknown("effects of", "choice");
    const found = { ...effect, cda: false, held: null, source: effect.source ?? null };
    return { ...found, parts: this.parts(found, effect.clauses) };
  }

  /** Return the effect of an ability, or null if it has none. */
  static(thing, held) {
    const info = this.info.get(text(held.ability));
    const clauses = held.ability.kind === "Static" ? held.ability.parts : info?.parts ?? [];
    if (!clauses.length) return null;
    const granted = held.origin === "granted";
    const cda = Boolean(info?.cda) && (!granted || this.ofItself(thing, held)); // 604.3a
    const stamp = thing.still.timestamp;
    const when = this.rules.granted_later ? Math.max(stamp, held.key?.[0] ?? 0) : stamp;
    const place = granted && held.place === 1 ? "" : `#${held.place}`;
    const effect = {
      name: granted ? `${thing.still.id}<${held.by}>${place}` : `${thing.still.id}#${held.place}`,
      origin: "static",
      key: granted ? [when, held.key[0], stamp, held.place] : [stamp, -1, 0, held.place],
      cda,
      zones: granted && !cda ? held.ability.zones ?? ["battlefield"] : info?.zones ?? held.ability.zones ?? ["battlefield"],
      condition: held.ability.condition ?? null,
      source: thing.still.id,
      held, clauses,
    };
    return { ...effect, parts: this.parts(effect, clauses) };
  }

  /** Whether an object granted an ability to itself, where that made no difference (405.2 of 2003). */
  ofItself(thing, { by }) {
    const { id } = thing.still;
    const from = this.vector.state.effects.find((effect) => effect.name === by)?.source;
    return this.rules.cda_self_granted && (by.startsWith(`${id}#`) || by.startsWith(`${id}<`) || from === id);
  }

  /** Return layer -> [clause, operation]; the clause is the one whose scope counts. */
  parts(effect, clauses) {
    const found = new Map();
    const scopes = [];
    let granted = 0;
    const all = clauses.flatMap((clause) => clause.operations);
    const wholly = this.rules.types_wholly && !(effect.cda && this.rules.cda_wholly) &&
      all.some((operation) => this.lists.operations[operation.kind] === "type");
    clauses.forEach((clause, place) => {
      scopes.push(clause.selector.kind === "Same" && place ? scopes[place - 1] : place);
      for (const operation of clause.operations) {
        const first = granted + 1;
        if (operation.kind === "Gain") granted += operation.abilities.length;
        let kind = this.lists.operations[operation.kind];
        if (kind === "cost") continue;
        if (effect.cda && (kind === "set" || this.rules.cda_wholly)) kind = "define";
        const layer = this.place(wholly ? "type" : kind, effect.origin);
        if (!found.has(layer)) found.set(layer, []);
        found.get(layer).push({ clause: clause.condition ? place : scopes[place], operation: { ...operation, first } });
      }
    });
    return found;
  }

  // --- Footprints: what an effect would do now (613.8a) -----------------------------------------------------

  footprint(effect, layer) {
    const locks = this.locks.get(effect.name);
    let { clauses } = effect;
    let parts = effect.parts.get(layer);
    let words = null;
    if (effect.held) {
      const now = this.things.get(effect.source).abilities.find((held) => held.id === effect.held.id);
      if (!locks && (!now || !this.active(effect, now))) return { exists: false };
      words = text((now ?? effect.held).ability);
      if (now && now !== effect.held) {
        const changed = this.static(this.things.get(effect.source), now);
        clauses = changed.clauses;
        parts = changed.parts.get(layer) ?? [];
      }
    }
    const scopes = new Map();
    const deeds = [];
    const head = (place) => (place && clauses[place].selector.kind === "Same" ? head(place - 1) : place);
    for (const { clause, operation } of parts) {
      if (!scopes.has(clause)) {
        let ids = locks?.get(clause);
        const condition = clauses[clause].condition;
        if (!ids && condition && !this.holds(condition, effect)) continue;
        if (!ids && locks) ids = [...locks].find(([other]) => head(other) === head(clause))?.[1];
        scopes.set(clause, ids ?? this.select(clauses[head(clause)].selector, effect));
      }
      for (const [done, ids] of this.evaluate(operation, effect, scopes.get(clause))) deeds.push([clause, done, ids]);
    }
    return scopes.size ? { exists: true, words, scopes, deeds } : { exists: false };
  }

  active(effect, held) {
    const { zone } = this.things.get(effect.source).still;
    if (effect.zones.length && !effect.zones.includes(zone)) return false;
    const condition = held.ability.condition;
    return !condition || this.holds(condition, effect);
  }

  /** Return who depends on whom: apply each to a copy of the board, and look at the others (613.8a). */
  edges(effects, layer) {
    const found = [];
    const before = effects.map((effect) => this.footprint(effect, layer));
    effects.forEach((on, i) => {
      const kept = this.things;
      this.things = new Map([...kept].map(([id, thing]) => [id, thing.copy()]));
      this.apply(before[i], { ...on, name: "", key: [] });
      effects.forEach((effect, j) => {
        if (i !== j && differs(before[j], this.footprint(effect, layer))) found.push({ effect: effect.name, on: on.name });
      });
      this.things = kept;
    });
    return found;
  }

  apply(found, effect) {
    for (const [, operation, ids] of found.deeds) {
      for (const id of ids) this.change(this.things.get(id), operation, effect);
    }
  }

  // --- Selectors and filters: which objects -----------------------------------------------------------------

  select(selector, effect) {
    const all = [...this.things.values()];
    const ids = (things) => things.map((thing) => thing.still.id);
    switch (selector.kind) {
      case "Group": {
        const zoned = this.zoned(selector.filters);
        const fitting = (thing) => selector.filters.every((filter) => this.fits(filter, thing, effect));
        return ids(all.filter((thing) => (zoned || thing.permanent()) && fitting(thing)));
      }
      case "Itself":
        return effect.source === null ? [] : [effect.source];
      case "Pair": { // 702.95a: the source and its partner
        const partners = [...this.things.values()].filter((thing) => thing.still.links?.paired_with?.includes(effect.source));
        return this.things.has(effect.source) ? [effect.source, ...partners.map((thing) => thing.still.id)] : [];
      }
      case "Encoded": // 702.99a: the creature on which the source, a card in exile, is encoded
        return (this.things.get(effect.source)?.still.links?.encoded_on ?? []).filter((id) => this.things.get(id)?.permanent());
      case "Attached": {
        const to = this.things.get(effect.source)?.still.attached_to;
        const word = (selector.word ?? "enchanted creature").split(" ").at(-1);
        const type = word[0].toUpperCase() + word.slice(1);
        const must = this.rules.attached_must_fit && (type in this.lists.families);
        return to && this.things.has(to) && (!must || this.things.get(to).is(type)) ? [to] : [];
      }
      case "Together":
        return ids(all.filter((thing) => selector.parts.some((part) => this.select(part, effect).includes(thing.still.id))));
      case "Fixed":
        return (selector.numbers ?? []).map((number) => this.numbers.get(number)).filter((id) => id);
      case "Target":
        return (effect.targets ?? []).slice(selector.index ?? 0, selector.many ? undefined : (selector.index ?? 0) + 1);
      case "Players":
        return [];
      default:
        return unknown("selector", selector);
    }
  }

  zoned(filters) {
    return filters.some((filter) => this.lists.zoned.includes(filter.kind) ||
      (["Non", "ThatIs"].includes(filter.kind) && this.zoned([filter.filter])) ||
      (filter.kind === "Either" && this.zoned(filter.options)) || (filter.kind === "Each" && this.zoned(filter.filters)));
  }

  hasSubtype(thing, word) {
    return thing.subtypes.has(word) ||
      (this.families.get(word) ?? []).some((family) => thing.subtypes.has(this.lists.every[family]));
  }

  fits(filter, thing, effect) {
    const still = thing.still;
    const no = (yes) => (filter.negated ? !yes : yes);
    switch (filter.kind) {
      case "OfType": return thing.is(filter.type);
      case "OfSubtype": return this.hasSubtype(thing, filter.subtype);
      case "OfSupertype": return thing.supertypes.has(filter.supertype);
      case "OfColor": return thing.colors.has(filter.color);
      case "ColorCount": return TYPE_COUNT[filter.word](thing.colors.size);
      case "IsToken": return (still.facts ?? []).includes("token");
      case "Anything": return true;
      case "Permanent": return thing.permanent();
      case "Spell": return still.zone === "stack";
      case "CardNoun": return !thing.permanent() && still.zone !== "stack" && !(still.facts ?? []).includes("token");
      case "Other": return !(filter.than ? this.select(filter.than, effect) : [effect.source]).includes(still.id);
      case "Status": {
        const facts = still.facts ?? [];
        const worn = { enchanted: "Aura", equipped: "Equipment", fortified: "Fortification" }[filter.word];
        if (worn) {
          return [...this.things.values()].some((each) => each.still.attached_to === still.id && this.hasSubtype(each, worn));
        }
        if (filter.word === "untapped") return !facts.includes("tapped");
        return filter.word === "face-up" ? !facts.includes("face-down") : facts.includes(filter.word);
      }
      case "Non": return !this.fits(filter.filter, thing, effect);
      case "ThatIs": return no(this.fits(filter.filter, thing, effect));
      case "Either": return filter.options.some((option) => this.fits(option, thing, effect));
      case "Each": return filter.filters.every((each) => this.fits(each, thing, effect));
      case "ControlledBy": return no(this.who(filter.who, effect).includes(thing.controller));
      case "OwnedBy": return no(this.who(filter.who, effect).includes(still.owner));
      case "InZone":
        return no(still.zone === filter.zone && (!filter.whose || this.who(filter.whose, effect).includes(still.owner)));
      case "InZones": return filter.zones.some((zone) => this.fits(zone, thing, effect));
      case "ExtremeOfAll": {
        const able = [...this.things.values()].filter((one) => one.permanent() &&
          (filter.what === "mana_value" || (one.sized() && one[filter.what] !== null)) &&
          (filter.among ?? []).every((each) => this.fits(each, one, effect)));
        const size = (one) => (filter.what === "mana_value" ? one.manaValue : one[filter.what]);
        const best = ["greatest", "highest"].includes(filter.how) ? Math.max : Math.min;
        return able.includes(thing) && size(thing) === best(...able.map(size));
      }
      case "WithAbility": return thing.abilities.some(({ ability }) => ability.form === filter.form);
      case "ExiledWith": return (still.links?.exiled_with ?? []).includes(effect.source);
      case "Named": return no(thing.name === filter.name);
      case "NoAbilities": return !thing.abilities.length;
      case "With":
        return no(thing.abilities.some(({ ability }) => ability.kind === "Keyword" && ability.name === filter.keyword &&
          ["", undefined, ability.subtype].includes(filter.subtype)));
      case "WithCounter":
        return fits(this.counters(thing, filter.counter ?? ""), filter.comparison ?? "or greater",
          filter.amount ? this.amount(filter.amount, effect, thing) : 1);
      case "WithNumber": {
        if (filter.what !== "mana_value" && !thing.sized()) return false;
        const number = filter.what === "mana_value" ? thing.manaValue : thing[filter.what];
        return number !== null && fits(number, filter.comparison ?? "exactly", this.amount(filter.amount, effect, thing));
      }
      case "Chosen": {
        const words = this.chosen(effect)[filter.what] ?? [];
        const meant = filter.which ? words.slice(filter.which - 1, filter.which) : words;
        const family = FAMILY[filter.what];
        if (family === "subtypes") return meant.some((word) => this.hasSubtype(thing, word));
        return meant.some((word) => (family === "name" ? thing.name === word : thing[family].has(word)));
      }
      default: return unknown("filter", filter);
    }
  }

  counters(thing, kind) {
    return (thing.still.counters ?? []).reduce((sum, each) => sum + (kind === "" || kind === each.kind ? each.count : 0), 0);
  }

  chosen(effect) {
    return effect.choices ?? this.things.get(effect.source)?.still.choices ?? {};
  }

  you(effect) {
    const source = this.things.get(effect.source);
    return effect.you ?? source?.controller ?? source?.still.owner ?? null;
  }

  who(who, effect) {
    const you = this.you(effect);
    switch (who) {
      case "you": return you === null ? [] : [you];
      case "an opponent": if (effect.target_players?.length) return effect.target_players; // falls through
      case "opponents": return this.players.filter((player) => player !== you);
      case "each player": return [...this.players];
      case "target player": case "that player": return effect.target_players ?? [];
      case "enchanted player": {
        const player = this.things.get(effect.source)?.still.attached_player;
        return player ? [player] : [];
      }
      case "the chosen player": return this.chosen(effect).player ?? [];
      default: return unknown("player", who);
    }
  }

  /** Return a word as trees have it: a colour by its letter. */
  word(word) {
    return Object.entries(this.lists.colors).find(([, name]) => name === word)?.[0] ?? word;
  }

  // --- Amounts and conditions -------------------------------------------------------------------------------

  /** Return a number; of an amount that differs from object to object, that of `thing`. */
  amount(amount, effect, thing) {
    const size = (one, what) => (what === "mana_value" ? one.manaValue : one.sized() ? one[what] ?? 0 : 0);
    const those = (selector) => {
      if (text(selector).includes('"Same"')) unknown("amount about", "Same");
      return this.select(selector, effect).map((id) => this.things.get(id));
    };
    switch (amount.kind) {
      case "Number": return amount.number;
      case "X": return effect.x ?? 0;
      case "Its": return thing ? size(thing, amount.what ?? "mana_value") : 0;
      case "Count": {
        const recorded = this.recorded(amount.of, effect);
        if (recorded !== null) return recorded;
        const found = those(amount.of);
        return found.length - (amount.apart && found.includes(thing) ? 1 : 0);
      }
      case "NumberOf": return those(amount.of).map((one) => size(one, amount.what ?? "power"))[0] ?? 0;
      case "Total": {
        const what = amount.what ?? "power";
        const able = those(amount.of).filter((one) => what === "mana_value" || (one.sized() && one[what] !== null));
        const sizes = able.map((one) => size(one, what));
        if (!sizes.length) return 0;
        if (amount.how === "greatest") return Math.max(...sizes);
        return amount.how === "least" ? Math.min(...sizes) : sizes.reduce((a, b) => a + b, 0);
      }
      case "PlayerCount":
        return this.who(amount.who ?? "you", effect)
          .reduce((sum, player) => sum + (this.facts.get(player)[amount.what ?? "hand"] ?? 0), 0);
      case "KindsAmong": {
        const column = { type: "types", color: "colors" }[amount.family ?? "type"] ?? unknown("kinds", amount.family);
        return new Set(those(amount.of).flatMap((one) => [...one[column]])).size;
      }
      case "CountersOn":
        return (amount.of ? those(amount.of) : [thing])
          .reduce((sum, one) => sum + this.counters(one, amount.counter ?? ""), 0);
      case "NameWords": return thing?.name ? thing.name.split(/\s+/).length : 0;
      case "Defined": return this.amount(amount.amount, effect, thing);
      case "Half": {
        const half = this.amount(amount.amount, effect, thing) / 2;
        return amount.up ? Math.ceil(half) : Math.floor(half);
      }
      case "Times": return amount.factor * this.amount(amount.amount, effect, thing);
      case "Plus": return this.amount(amount.amount, effect, thing) + amount.plus;
      case "Sum": return amount.parts.reduce((sum, part) => sum + this.amount(part, effect, thing), 0);
      default: return unknown("amount", amount);
    }
  }

  /** Return how many cards players are recorded to have in a zone, where a group is nothing but those, else null. */
  recorded(group, effect) {
    const [noun, where, ...rest] = group.filters ?? [];
    const counted = noun?.kind === "CardNoun" && where?.kind === "InZone" && ["hand", "graveyard"].includes(where.zone);
    if (!counted || where.negated || rest.length) return null;
    const whose = where.whose ? this.who(where.whose, effect) : this.players;
    return whose.reduce((sum, player) => sum + this.facts.get(player)[where.zone], 0);
  }

  holds(condition, effect) {
    const source = this.things.get(effect.source);
    const amount = (tree) => this.amount(tree, effect, source);
    switch (condition.kind) {
      case "Exists": {
        const bound = condition.amount ? amount(condition.amount) : 1;
        return fits(this.select(condition.of, effect).length, condition.comparison ?? "or greater", bound);
      }
      case "Is": {
        const subject = this.select(condition.subject, effect).map((id) => this.things.get(id));
        const fitting = subject.filter((thing) => condition.filters.every((filter) => this.fits(filter, thing, effect)));
        return subject.length > 0 && fitting.length === (condition.negated ? 0 : subject.length);
      }
      case "SharesCommonColor": {
        const among = this.select(condition.of, effect).map((id) => this.things.get(id));
        const subject = this.select(condition.subject, effect).map((id) => this.things.get(id));
        const count = (color) => among.filter((thing) => thing.colors.has(color)).length;
        const most = Math.max(...Object.keys(this.lists.colors).map(count));
        return most > 0 && subject.some((thing) => [...thing.colors].some((color) => count(color) === most));
      }
      case "Compare": return fits(amount(condition.amount), condition.comparison, amount(condition.bound));
      case "SelfIn": return source?.still.zone === condition.zone;
      case "AtLevel": return (source?.still.numbers?.level ?? 0) >= condition.level;
      case "TurnOf":
        return this.who(condition.who ?? "you", effect).includes(this.vector.state.active_player) !== Boolean(condition.negated);
      case "AllOf": return condition.parts.every((part) => this.holds(part, effect));
      case "AnyOf": return condition.parts.some((part) => this.holds(part, effect));
      case "Not": return !this.holds(condition.part, effect);
      default: return unknown("condition", condition);
    }
  }

  // --- Operations: with their operands, and what they change ------------------------------------------------

  /** Return [operation with constant operands, ids] for the objects of a scope. */
  evaluate(operation, effect, ids) {
    const choices = this.chosen(effect);
    const words = (kind) => {
      const all = choices[kind] ?? [];
      return operation.which ? all.slice(operation.which - 1, operation.which) : all;
    };
    switch (operation.kind) {
      case "SetPT": case "ModifyPT": {
        const found = new Map();
        for (const id of ids) {
          const number = (tree) => (tree ? { kind: "Number", number: this.amount(tree, effect, this.things.get(id)) } : null);
          const done = { kind: operation.kind, power: number(operation.power), toughness: number(operation.toughness) };
          if (!found.has(text(done))) found.set(text(done), [done, []]);
          found.get(text(done))[1].push(id);
        }
        return [...found.values()];
      }
      case "GainControl": {
        if (operation.player !== undefined && operation.player !== null) {
          return [[{ ...operation, to: this.players[operation.player] }, ids]];
        }
        const who = this.who(operation.who ?? "you", effect);
        return who.length ? [[{ kind: "GainControl", to: who[0] }, ids]] : [];
      }
      case "ChangeWords":
        return [[{ ...operation, old: this.word(choices.word_from?.[0]), new: this.word(choices.word_to?.[0]) }, ids]];
      case "SetColors": case "AddColors":
        return [[operation.chosen ? { kind: operation.kind, colors: words("color") } : operation, ids]];
      case "AddSubtypes": case "SetSubtypes":
        if (!operation.chosen) return [[operation, ids]];
        return [[{ ...operation, subtypes: [...(operation.subtypes ?? []), ...words(operation.chosen)], chosen: "" }, ids]];
      case "Gain":
        if (operation.x || /"[^"]*chosen[^"]*"/.test(text(operation.abilities))) unknown("abilities of", "choice");
        return [[operation, ids]];
      case "GainOne": {
        const ability = operation.abilities[(choices.option?.[0] ?? 0) - 1];
        if (!ability) return [];
        const { parameter, ...rest } = ability;
        const gained = parameter === "from the color of your choice" ? { ...rest, color: choices.color?.[0] } : ability;
        return this.evaluate({ kind: "Gain", abilities: [gained], first: operation.first }, effect, ids);
      }
      case "TakeValues":
        if (operation.exceptions?.some(({ kind }) => !["Gain", "AddTypes"].includes(kind))) unknown("copy", "exceptions");
        return [[operation, ids]];
      case "AddTypes": case "SetTypes": case "RemoveTypes": case "LoseSubtypes": case "AddSupertypes":
      case "RemoveSupertypes": case "Lose": case "LoseAll": case "CantHave": case "SwitchPT": case "TurnedDown":
      case "RuleText": case "PlayerGains": case "MaxHandSize": case "LandPlays":
        return [[operation, ids]];
      default: return unknown("operation", operation);
    }
  }

  change(thing, operation, effect) {
    const { rules } = this;
    const subtypes = operation.subtypes ?? [];
    switch (operation.kind) {
      case "GainControl":
        if (thing.permanent() || thing.still.zone === "stack") thing.controller = operation.to; // 108.4
        break;
      case "SetColors": thing.colors = new Set(operation.colors ?? []); break;
      case "AddColors": for (const color of operation.colors ?? []) thing.colors.add(color); break;
      case "ChangeWords": this.reword(thing, operation); break;
      case "AddTypes": {
        const land = thing.is("Land");
        for (const type of operation.types) thing.types.add(type);
        if (!land && thing.is("Land")) this.refreshMana(thing);
        break;
      }
      case "SetTypes": {
        const kept = rules.instants_stay ? ["Instant", "Sorcery"].filter((type) => thing.is(type)) : []; // 205.1a
        thing.types = new Set([...kept, ...operation.types]);
        this.dropFallen(thing);
        break;
      }
      case "RemoveTypes":
        for (const type of operation.types) thing.types.delete(type);
        this.dropFallen(thing);
        break;
      case "SetSubtypes":
        if (!(operation.artifact && rules.artifact_creatures_keep_types)) this.clearFamilies(thing, subtypes); // falls through
      case "AddSubtypes": {
        const land = subtypes.some((word) => (this.families.get(word) ?? []).includes("land"));
        const basic = Object.keys(this.lists.basic_land_types).filter((word) => this.hasSubtype(thing, word));
        for (const word of subtypes) if (this.supports(thing, word)) thing.subtypes.add(word); // 205.3d
        if (!land) break;
        if (operation.kind === "SetSubtypes") this.refreshMana(thing);
        else this.refreshMana(thing, Object.keys(this.lists.basic_land_types).filter((word) => !basic.includes(word)));
        break;
      }
      case "LoseSubtypes":
        if (operation.family) {
          for (const word of [...thing.subtypes]) {
            if ((this.families.get(word) ?? []).includes(operation.family)) thing.subtypes.delete(word);
          }
        }
        for (const word of subtypes) thing.subtypes.delete(word);
        this.dropMana(thing);
        break;
      case "AddSupertypes": for (const word of operation.supertypes) thing.supertypes.add(word); break;
      case "RemoveSupertypes": for (const word of operation.supertypes) thing.supertypes.delete(word); break;
      case "Gain":
        operation.abilities.forEach((ability, i) => {
          if (!operation.unbarred && thing.cantHave.has(ability.name)) return; // 113.11
          this.hold(thing, { ability, origin: "granted", place: operation.first + i, by: effect.name, key: effect.key });
        });
        break;
      case "Lose":
        thing.abilities = thing.abilities.filter((held) => !operation.abilities.some((lost) => sameAbility(held.ability, lost)));
        break;
      case "LoseAll":
        thing.abilities = thing.abilities.filter((held) =>
          operation.other && held.origin === "granted" && held.by === effect.name);
        break;
      case "CantHave":
        if (rules.cant_have) thing.cantHave.add(operation.keyword);
        thing.abilities = thing.abilities.filter((held) => held.ability.name !== operation.keyword);
        break;
      case "SetPT":
        for (const what of ["power", "toughness"]) if (operation[what]) thing[what] = operation[what].number;
        break;
      case "ModifyPT":
        for (const what of ["power", "toughness"]) {
          if (operation[what] && thing[what] !== null) thing[what] += operation[what].number;
        }
        break;
      case "SwitchPT": [thing.power, thing.toughness] = [thing.toughness, thing.power]; break;
      case "TakeValues":
        this.write(thing, operation.values);
        for (const { kind, types, abilities } of operation.exceptions ?? []) { // 707.9a
          if (kind === "AddTypes") for (const type of types) thing.types.add(type);
          else {
            abilities.forEach((ability, i) =>
              this.hold(thing, { ability, origin: "copiable", place: `+${i + 1}`, by: "except", key: null }));
          }
        }
        break;
      case "TurnedDown": this.write(thing, operation.values ?? { types: ["Creature"], power: 2, toughness: 2 }); break;
      default: break; // what changes no object
    }
  }

  /** Give an object copiable values in place of all that it has (613.2, 707.2). */
  write(thing, values) {
    thing.name = values.name ?? "";
    thing.manaCost = values.mana_cost ?? "";
    thing.manaValue = values.mana_value ?? manaValue(thing.manaCost);
    for (const family of ["colors", "types", "supertypes", "subtypes"]) thing[family] = new Set(values[family] ?? []);
    for (const what of ["power", "toughness", "loyalty", "defense"]) thing[what] = values[what] ?? null;
    thing.abilities = [];
    (values.abilities ?? []).forEach((ability, i) => {
      this.hold(thing, { ability, origin: "copiable", place: i + 1, by: "", key: null });
    });
    this.refreshMana(thing);
  }

  hold(thing, held) {
    const id = `${held.origin} ${held.place} ${held.by} ${text(held.ability)}`;
    if (!thing.abilities.some((other) => other.id === id)) thing.abilities.push({ ...held, id });
  }

  mana(word) {
    return { kind: "Kept", form: "mana", text: `{T}: Add {${this.lists.basic_land_types[word]}}.` };
  }

  /** Give a land the mana ability of each basic land type that it has, and no other (305.6); or of some of them. */
  refreshMana(thing, words = Object.keys(this.lists.basic_land_types)) {
    for (const word of words) {
      thing.abilities = thing.abilities.filter((held) => !(held.origin === "intrinsic" && held.place === word));
      if (thing.is("Land") && this.hasSubtype(thing, word)) {
        this.hold(thing, { ability: this.mana(word), origin: "intrinsic", place: word, by: "", key: null });
      }
    }
  }

  dropMana(thing) {
    thing.abilities = thing.abilities.filter((held) =>
      held.origin !== "intrinsic" || (thing.is("Land") && this.hasSubtype(thing, held.place)));
  }

  supports(thing, word) {
    const families = [...thing.types].map((type) => this.lists.families[type]);
    return (this.families.get(word) ?? []).some((family) => families.includes(family));
  }

  dropFallen(thing) {
    for (const word of [...thing.subtypes]) if (!this.supports(thing, word)) thing.subtypes.delete(word);
    this.dropMana(thing);
  }

  /** Remove subtypes that others of their families replace (205.1a, 305.7). */
  clearFamilies(thing, subtypes) {
    const supported = [...thing.types].map((type) => this.lists.families[type]);
    const families = subtypes.flatMap((word) => this.families.get(word) ?? []).filter((each) => supported.includes(each));
    for (const word of [...thing.subtypes]) {
      if ((this.families.get(word) ?? []).some((family) => families.includes(family))) thing.subtypes.delete(word);
    }
    if (thing.is("Land") && subtypes.some((word) => word in this.lists.basic_land_types)) {
      const added = (held) => held.by === "except" && !this.rules.land_types_take_added;
      thing.abilities = thing.abilities.filter((held) => held.origin === "granted" || added(held));
    }
  }

  /** Change words of the type line and of the object's own text, never of what was granted to it (612). */
  reword(thing, { old, new: fresh }) {
    const swap = (value, isWord) => {
      if (Array.isArray(value)) return value.map((item) => swap(item, isWord));
      if (value && typeof value === "object") {
        return Object.fromEntries(Object.entries(value).map(([key, item]) =>
          [key, swap(item, ["color", "colors", "subtype", "subtypes"].includes(key))]));
      }
      return isWord && value === old ? fresh : value;
    };
    thing.abilities = thing.abilities.map((held) => {
      const ability = held.origin === "copiable" ? swap(held.ability, false) : held.ability;
      return text(ability) === text(held.ability) ? held : { ...held, ability };
    });
    if (thing.subtypes.delete(old)) {
      thing.subtypes.add(fresh);
      this.refreshMana(thing);
    }
  }

  giveSizes() {
    for (const thing of this.things.values()) {
      if (thing.is("Creature")) thing.power ??= 0, thing.toughness ??= 0; // 208.5
    }
  }

  note() {
    for (const thing of this.things.values()) thing.base = [thing.sized() ? thing.power : null, thing.sized() ? thing.toughness : null];
  }

  told(thing) {
    const every = Object.entries(this.lists.every).filter(([, word]) => thing.subtypes.has(word));
    const covered = (word) => every.some(([family, marker]) => word !== marker && (this.families.get(word) ?? []).includes(family));
    const counted = (kind, type) => (thing.is(type)
      ? (thing.still.counters ?? []).find((each) => each.kind === kind)?.count ?? thing[kind] : null);
    const reworded = thing.abilities.some((held) => !this.keys.has(text(held.ability)));
    return {
      id: thing.still.id, name: thing.name, mana_cost: thing.manaCost, mana_value: thing.manaValue,
      colors: [...thing.colors], supertypes: [...thing.supertypes], types: [...thing.types],
      subtypes: [...thing.subtypes].filter((word) => !covered(word)),
      power: thing.sized() ? thing.power : null, toughness: thing.sized() ? thing.toughness : null,
      ...(thing.base && { base_power: thing.base[0], base_toughness: thing.base[1] }),
      loyalty: counted("loyalty", "Planeswalker"), defense: counted("defense", "Battle"), controller: thing.controller,
      ...(!reworded && { abilities: thing.abilities.map((held) => this.keys.get(text(held.ability))) }),
    };
  }
}

function sameAbility(held, lost) {
  if (text(held) === text(lost)) return true;
  const bare = !lost.parameter && !lost.color && !lost.subtype;
  return held.kind === "Keyword" && lost.kind === "Keyword" && held.name === lost.name && bare;
}

/** Return the value of a mana cost (202.3). */
function manaValue(cost) {
  const symbols = cost.match(/\{[^}]+\}/g) ?? [];
  return symbols.reduce((sum, symbol) => {
    const inner = symbol.slice(1, -1);
    if (/^\d+$/.test(inner)) return sum + Number(inner);
    return sum + ("XYZ".includes(inner) ? 0 : inner.startsWith("2/") ? 2 : 1);
  }, 0);
}

/** Whether a trial application changed a footprint: existence, text, what it applies to, what it does to those. */
function differs(before, after) {
  if (before.exists !== after.exists || before.words !== after.words) return true;
  if (!before.exists) return false;
  if (before.scopes.size !== after.scopes.size) return true;
  for (const [clause, ids] of before.scopes) {
    if (!after.scopes.has(clause) || text([...ids].sort()) !== text([...after.scopes.get(clause)].sort())) return true;
  }
  const done = (found) => found.deeds
    .flatMap(([clause, operation, ids]) => ids.map((id) => `${clause} ${id} ${text(operation)}`)).sort().join("\n");
  return done(before) !== done(after);
}

/** Return the oldest effect that waits for nothing outside its own loop (613.8b); effects are oldest first. */
function choose(effects, edges, independentFirst) {
  const reach = (from, seen = new Set()) => {
    for (const edge of edges) {
      if (edge.effect === from && !seen.has(edge.on)) reach(edge.on, seen.add(edge.on));
    }
    return seen;
  };
  const reached = new Map(effects.map((effect) => [effect.name, reach(effect.name)]));
  const free = effects.find((effect) => !edges.some((edge) => edge.effect === effect.name));
  if (independentFirst && free) return free;
  return effects.find(({ name }) =>
    edges.every((edge) => edge.effect !== name || reached.get(edge.on).has(name)));
}

function main([kit, target, ...flags]) {
  if (!kit || !target) {
    console.error("node engine.mjs KIT ANSWERS.jsonl [--dependency]");
    process.exit(2);
  }
  const read = (...names) => JSON.parse(readFileSync(join(kit, ...names), "utf8"));
  const lists = read("lists.json");
  const missing = new Map();
  const answers = read("index.json").vectors.map((name) => {
    try {
      const vector = read("vectors", `${name}.json`);
      if (vector.readings.length) unknown("reading", vector.readings[0]);
      return new Engine(vector, lists, flags.includes("--dependency")).solve();
    } catch (error) {
      if (!(error instanceof NotSupported)) throw error;
      missing.set(error.message, (missing.get(error.message) ?? 0) + 1);
      return { vector: name, not_supported: error.message };
    }
  });
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, answers.map((answer) => `${JSON.stringify(answer)}\n`).join(""));
  const left = answers.filter((answer) => answer.not_supported).length;
  console.log(`${answers.length - left} vectors run, ${left} not`);
  for (const [what, count] of [...missing].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))) console.log(`  ${count} × ${what}`);
}

main(process.argv.slice(2));
