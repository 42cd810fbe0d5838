import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import type { Operation } from '../contract/kit/operation.ts';
import { type Case, casesOf } from './cases.ts';
import { collectFailures, type Failures } from './failures.ts';
import type { Finding } from './findings.ts';
import type { Role } from './people.ts';
import { readsAfter } from './reads.ts';
import { smallest } from './smallest.ts';
import { forbiddenToRefusals } from './stored.ts';
import type { World } from './world.ts';

/** A target to attack: an operation of the contract, or another address. */
export interface Target {
  name: string;
  /** The required access, if the target is an operation. */
  access: Operation['access'];
  cases(world: World): fc.Arbitrary<Case>;
}

/** Operations that show an email address to anyone who has the link that was emailed to that address. */
const openByLink = ['passwords.resetLink'];

/** Converts an operation of the contract to a target. */
export const targetOf = (name: string, op: Operation): Target => ({
  name,
  access: op.access,
  cases: (world) => casesOf(op, world),
});

/** The number of responses per status class. */
export type Statuses = Record<string, number>;

/** How long to wait for a response, in milliseconds. */
const longestWait = 30_000;

/**
 * The response time, in milliseconds, above which a response is a finding; applies only to a full attack, which needs
 * an idle machine.
 */
const slow = 1000;
const slowAnswer = 'slow';

/** Makes calls to an attacked world and checks their effects. */
export class Attack {
  private readonly world: World;
  private readonly failures: Failures;
  private readonly findings = new Map<string, Finding>();
  private readonly isFull: boolean;
  /** The status counts of each target. */
  readonly statuses = new Map<string, Statuses>();
  /** The longest response time of each target in milliseconds, whether or not it is a finding. */
  readonly slowest = new Map<string, number>();

  /** With `isFull`, makes more reads after each write, and requires fast responses. */
  constructor(world: World, { isFull = false } = {}) {
    this.world = world;
    this.failures = collectFailures(world.app.app);
    this.isFull = isFull;
  }

  stop(): void {
    this.failures.stop();
  }

  /**
   * Makes up to `cases` different calls to a target; the same seed gives the same calls. Returns one finding per new
   * kind.
   */
  async run(target: Target, { seed, cases }: { seed: number; cases: number }): Promise<Finding[]> {
    const sampled = fc.sample(target.cases(this.world), { seed: seed ^ hashOf(target.name), numRuns: cases });
    // If a call has few parameters, many generated requests are identical and would get the same response.
    const requests = [...new Map(sampled.map((one) => [JSON.stringify(one), one])).values()];
    const before = this.findings.size;
    const statuses: Statuses = {};
    this.statuses.set(target.name, statuses);
    for (const [at, request] of requests.entries()) {
      let { status, finding } = await this.attempt(target, request, at);
      // The machine may have been busy, so a slow response is a finding only if it is slow three times in a row.
      for (let again = 0; again < 2 && finding?.isSlow; again += 1)
        ({ status, finding } = await this.attempt(target, request, at));
      const family = status === 0 ? 'none' : `${String(status)[0]}xx`;
      statuses[family] = (statuses[family] ?? 0) + 1;
      if (!finding || this.findings.has(finding.kind)) continue;
      this.findings.set(finding.kind, finding);
      const isSame = async (other: Case) =>
        (await this.attempt(target, other, at)).finding?.kind === finding.kind;
      this.findings.set(finding.kind, { ...finding, request: await smallest(request, isSame) });
    }
    return [...this.findings.values()].slice(before);
  }

  /** Makes one call, checks all its effects, and restores the data. */
  private async attempt(
    target: Target,
    request: Case,
    at: number,
  ): Promise<{ status: number; finding?: Finding }> {
    const { stored } = this.world;
    const begun = performance.now();
    const response = await this.send(request, this.world.credentials[request.role]);
    const milliseconds = performance.now() - begun;
    this.slowest.set(target.name, Math.max(milliseconds, this.slowest.get(target.name) ?? 0));
    const written = await stored.written();
    const status = response?.statusCode ?? 0;
    let problem = response
      ? this.problemOf(target, request, response, written)
      : ([`no answer after ${longestWait / 1000} s`, ''] as const);
    if (!problem && this.isFull && milliseconds > slow)
      problem = [slowAnswer, `answered after ${Math.round(milliseconds)} ms`];
    if (!problem && written.length > 0 && status < 400) {
      problem = await this.lookAround(target, request, response, at);
      written.push(...(await stored.written()));
    }
    const failed = this.failures.taken();
    if (failed.length > 0)
      problem = [failed[0] ?? '', `${problem?.[0] ?? `answered ${status}`}; ${failed.join('; ')}`];
    await stored.restore(written);
    if (!problem) return { status };
    const [what, detail] = problem;
    const place = /\w[^ ]*\.ts:\d+(?: < [^ )]+)?/.exec(what)?.[0];
    const kind = place ? `failed at ${place}` : `${target.name}: ${kindOf(what)}`;
    const isSlow = what === slowAnswer;
    return { status, finding: { operation: target.name, kind, detail: detail || what, request, isSlow } };
  }

  private async send(
    { method, url, headers, payload }: Omit<Case, 'role'>,
    credentials: Record<string, string>,
  ): Promise<LightMyRequestResponse | undefined> {
    const answer = this.world.app.app.inject({
      method,
      url,
      headers: { ...credentials, ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
    let timer: NodeJS.Timeout | undefined;
    const never = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, longestWait, undefined);
    });
    return Promise.race([answer, never]).finally(() => clearTimeout(timer));
  }

  /** Returns the problem with a response; undefined if there is none. */
  private problemOf(
    { access, name }: Target,
    { role, url, payload, headers }: Case,
    response: LightMyRequestResponse,
    written: string[],
  ): readonly [string, string] | undefined {
    const { statusCode: status, body } = response;
    if (status >= 500) return [`answered ${status}`, body.slice(0, 300)];
    const forbidden = status >= 400 ? forbiddenToRefusals(written, name) : [];
    if (forbidden.length > 0) return ['written although refused', `${status}, and ${forbidden} changed`];
    if (status < 400 && !mayCall(access, role) && !isPageOfApp(response))
      return [`open to ${role}`, `answered ${status}`];
    const type = String(response.headers['content-type'] ?? '');
    if (type.includes('json') && body !== '' && !isJson(body)) return ['not JSON', body.slice(0, 300)];
    if (openByLink.includes(name)) return undefined;
    const sent = `${url} ${payload ?? ''} ${JSON.stringify(headers)}`;
    for (const { marker, what, readers } of this.world.canaries)
      if (!readers.includes(role) && body.includes(marker) && !sent.includes(marker.replace(/"$/, '')))
        return [`tells ${role} ${what}`, excerpt(body, marker)];
    return undefined;
  }

  /** Reads the resources that show what a call has written, and some other lists; these reads must still work. */
  private async lookAround(
    target: Target,
    request: Case,
    response: LightMyRequestResponse | undefined,
    at: number,
  ): Promise<readonly [string, string] | undefined> {
    for (const { url, reader, accept } of readsAfter(target.name, request, response, at, this.isFull)) {
      const read = { method: 'GET' as const, url, headers: { accept } };
      const answer = await this.send(read, this.world.readers[reader]);
      if (!answer || answer.statusCode >= 500)
        return [
          `breaks ${url.replace(/[\w-]{36}|\d+/g, ':id')}`,
          `${answer?.statusCode ?? 'no answer'} ${answer?.body.slice(0, 200)}`,
        ];
    }
    return undefined;
  }
}

function mayCall(access: Operation['access'], role: Role): boolean {
  if (access === 'public') return true;
  if (access === 'token' || role === 'token') return access === role;
  if (role === 'visitor') return false;
  if (access === 'participant') return true;
  return role === 'organiser' || role === access;
}

/**
 * Returns whether a response is the page of the app, which the server sends to everybody for any address without an
 * operation.
 */
const isPageOfApp = ({ body }: LightMyRequestResponse) => body.includes('<meta name="session"');

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const excerpt = (text: string, marker: string) => {
  const at = text.indexOf(marker);
  return text.slice(Math.max(0, at - 120), at + marker.length + 40);
};

/** Removes the values from a message, so that similar messages count as the same kind. */
const kindOf = (message: string) =>
  message.replace(/"[^"]*"|'[^']*'|\b\d+(\.\d+)?(e[+-]?\d+)?\b(?!\))/g, '…');

/** Returns a number derived from a name, so that each target gets different cases. */
function hashOf(name: string): number {
  let hash = 0;
  for (const sign of name) hash = (Math.imul(hash, 31) + sign.charCodeAt(0)) | 0;
  return hash;
}
