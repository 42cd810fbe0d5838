import { parse, stringify } from 'devalue';
import { Temporal } from 'temporal-polyfill';

/** The version of the text's format. The accounts in a text of another version may lack fields. */
const format = 1;

/** What the simulators remember as maps, such as accounts and consents, so that it can survive a restart. */
export class SimulatorState {
  #maps = new Map<string, Map<unknown, unknown>>();

  /** Restores a state from its text. Throws if the text is damaged or from another version. */
  static from(text: string): SimulatorState {
    const saved = parse(text, { Instant: (instant: string) => Temporal.Instant.from(instant) });
    if (saved?.format !== format || !(saved.maps instanceof Map))
      throw new Error('the format of the state is unknown');
    const state = new SimulatorState();
    state.#maps = saved.maps;
    return state;
  }

  toText(): string {
    return stringify(
      { format, maps: this.#maps },
      { Instant: (value) => value instanceof Temporal.Instant && value.toString() },
    );
  }

  /** Returns the map with this name, which is empty at first. */
  map<Key, Value>(name: string): Map<Key, Value> {
    const map = this.#maps.get(name) ?? new Map();
    this.#maps.set(name, map);
    return map as Map<Key, Value>;
  }
}
