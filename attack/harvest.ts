import { api } from '../contract/api.ts';
import type { Operation } from '../contract/kit/operation.ts';
import type { Browser } from '../server/testing/test-app.ts';

/** A resource as a response contains it. */
export type Row = Record<string, unknown>;

/**
 * The existing resources of the attacked world, collected from its lists. Generated calls use them, so that they are
 * not all refused with 404 or 409.
 */
export class Harvest {
  /** The resources, keyed by the path of their address without its last segment, and then by the last segment. */
  readonly rows = new Map<string, Map<string, Row>>();
  /** The values of fields, keyed by field name. */
  readonly values = new Map<string, Set<string | number>>();
  private readonly leftOut: string[];

  /** Takes the addresses that generated calls must not use: those of the people who check the effects. */
  constructor(leftOut: string[]) {
    this.leftOut = leftOut;
  }

  /** Collects all resources and values in a response. */
  add(answer: unknown, name = ''): void {
    if (Array.isArray(answer)) for (const one of answer) this.add(one, name);
    else if (typeof answer === 'object' && answer !== null) this.addRow(answer as Row);
    else if (typeof answer === 'string' || typeof answer === 'number') this.addValue(name, answer);
  }

  private addRow(row: Row): void {
    const { '@id': address } = row;
    if (typeof address === 'string') {
      if (this.leftOut.includes(address)) return;
      const [, path, last] = /^(.+)\/([^/?]+)$/.exec(address) ?? [];
      if (path && last) {
        const rows = this.rows.get(path) ?? new Map<string, Row>();
        this.rows.set(path, rows);
        rows.set(last, { ...rows.get(last), ...row });
      }
    }
    for (const [field, value] of Object.entries(row)) this.add(value, field);
  }

  private addValue(name: string, value: string | number): void {
    const values = this.values.get(name) ?? new Set();
    this.values.set(name, values);
    if (values.size < 40 && String(value).length < 500) values.add(value);
  }

  /** Returns the last segments of all collected addresses below a path. */
  idsBelow(path: string): string[] {
    return [...(this.rows.get(path)?.keys() ?? [])];
  }
}

/** Reads every list that this person may read, and collects the content. */
export async function harvestBy(person: Browser, harvest: Harvest): Promise<void> {
  for (const op of readable()) {
    const response = await person.send({ method: 'GET', url: op.path });
    if (response.statusCode === 200 && /json/.test(String(response.headers['content-type'])))
      harvest.add(response.json());
  }
  for (const [path, rows] of [...harvest.rows])
    for (const last of [...rows.keys()].slice(0, 12))
      for (const op of below(path)) {
        const response = await person.send({ method: 'GET', url: op.path.replace(/:\w+/, last) });
        if (response.statusCode === 200 && /json/.test(String(response.headers['content-type'])))
          harvest.add(response.json());
      }
}

const reads = (Object.values(api) as Record<string, Operation>[])
  .flatMap((calls) => Object.values(calls))
  .filter((op) => op.method === 'GET' && !op.changesState && op.answer && op.access !== 'token');

/** Returns the read operations without path parameters. */
const readable = (): Operation[] => reads.filter((op) => !op.params);

/** Returns the read operations below a path that have path parameters. */
const below = (path: string) => reads.filter((op) => op.path.startsWith(`${path}/:`));
