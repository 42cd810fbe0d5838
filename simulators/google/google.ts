import { Temporal } from 'temporal-polyfill';
import type { Recording } from '../recording.ts';
import type { Refusal } from '../refusal.ts';
import type { World } from '../world.ts';
import { googleErrors } from './errors.ts';
import { GoogleKeys } from './keys.ts';
import { type GoogleDataPoint, type GoogleMember, GoogleMembers, type Writer } from './members.ts';
import { GoogleProject } from './project.ts';
import { GoogleSubscribers } from './subscribers.ts';
import { type GoogleClient, GoogleConsents, type QueryParams } from './tokens.ts';

/** The limit of calls per minute for each person's data. */
const callsPerMinute = 300;

/** A simulator of Google's Health API with Fitbit data: what people do at Fitbit, and what the API then reports. */
export class SimulatedGoogle {
  readonly members: GoogleMembers;
  readonly consents: GoogleConsents;
  readonly subscribers: GoogleSubscribers;
  readonly project: GoogleProject;
  readonly keys = new GoogleKeys();
  /** The next calls for a person's data fail with these errors, in this order. */
  readonly refusals: Refusal[] = [];
  /** Whether a deletion event contains the id of the deleted exercise or only its time. */
  deletesBy: 'id' | 'interval' = 'id';
  readonly #world: World;
  readonly #calls = new Map<string, Temporal.Instant[]>();

  constructor(world: World, client: GoogleClient) {
    this.#world = world;
    this.members = new GoogleMembers(world);
    this.consents = new GoogleConsents(world, client);
    this.project = new GoogleProject(world);
    this.subscribers = new GoogleSubscribers(world, this.keys);
  }

  /**
   * Applies a person's decision on the consent page. Returns the redirect address. Throws a Refusal on invalid input.
   */
  decide(params: QueryParams, decision: { userId: string; scopes: string[]; allows: boolean }): string {
    const offered = this.consents.check(params);
    const address = new URL(params.redirect_uri ?? '');
    if (params.state !== undefined) address.searchParams.set('state', params.state);
    if (decision.allows) {
      const { healthUserId } = this.members.one(decision.userId);
      const ticked = decision.scopes.filter((scope) => offered.includes(scope));
      const { code, scopes } = this.consents.code(params, healthUserId, ticked);
      address.searchParams.set('code', code);
      address.searchParams.set('scope', scopes.join(' '));
    } else address.searchParams.set('error', 'access_denied');
    return address.href;
  }

  /** Records an exercise, written by Fitbit or by another app. The webhook event contains only the exercise's time. */
  async record(userId: string, recording: Recording, writer?: Writer): Promise<GoogleDataPoint> {
    const member = this.members.one(userId);
    const point = this.members.keep(member, recording, writer && { writer });
    if (this.consents.isGranted(userId)) await this.subscribers.tellChanged(userId, [point]);
    return point;
  }

  /** Changes an exercise. The webhook event contains only the new time. */
  async edit(userId: string, id: string, recording: Recording): Promise<GoogleDataPoint> {
    const member = this.members.one(userId);
    this.dataPoint(member, id);
    const point = this.members.keep(member, recording, { id });
    if (this.consents.isGranted(userId)) await this.subscribers.tellChanged(userId, [point]);
    return point;
  }

  /** Deletes an exercise and sends a webhook event. */
  async remove(userId: string, id: string): Promise<void> {
    const member = this.members.one(userId);
    const point = this.dataPoint(member, id);
    member.dataPoints.delete(id);
    if (this.consents.isGranted(userId)) await this.subscribers.tellDeleted(userId, point, this.deletesBy);
  }

  /** Ends the consent, as the person or the client may do: revokes all tokens and sends a webhook event. */
  async uncouple(userId: string): Promise<void> {
    const wasGranted = this.consents.isGranted(userId);
    this.consents.forget(userId);
    if (wasGranted) await this.subscribers.tellRevoked(userId);
  }

  /** Returns one of a person's exercises. Throws 404 if the id is unknown. */
  dataPoint(member: GoogleMember, id: string): GoogleDataPoint {
    const point = member.dataPoints.get(id);
    if (!point) throw googleErrors.notFound();
    return point;
  }

  /**
   * Returns a person's data as one list without duplicates. Fitbit's own exercises take precedence over those of other
   * apps.
   */
  reconciled(member: GoogleMember, family: string): object[] {
    const points = [...member.dataPoints.values()];
    const own = points.filter(({ dataSource }) => dataSource.platform === 'FITBIT');
    const others = points.filter((point) => !own.includes(point) && !own.some((one) => overlap(one, point)));
    const wanted = family.endsWith('/google-wearables') ? own : [...own, ...others];
    return wanted.map(({ name, exercise }) => ({ dataPointName: name, exercise }));
  }

  /**
   * Counts a call for a person's data. Throws the next error in `refusals`, if any, or 429 above the limit per minute.
   */
  count({ healthUserId }: GoogleMember): void {
    const fault = this.refusals.shift();
    if (fault) throw fault;
    const now = this.#world.now();
    const minuteAgo = now.subtract({ minutes: 1 });
    const calls = (this.#calls.get(healthUserId) ?? []).filter(
      (at) => Temporal.Instant.compare(at, minuteAgo) > 0,
    );
    this.#calls.set(healthUserId, calls);
    if (calls.length >= callsPerMinute) throw googleErrors.tooMany();
    calls.push(now);
  }
}

/** Returns whether two exercises overlap in time. */
function overlap(one: GoogleDataPoint, other: GoogleDataPoint): boolean {
  const [a, b] = [one, other].map(({ exercise }) => exercise.interval) as [
    GoogleDataPoint['exercise']['interval'],
    GoogleDataPoint['exercise']['interval'],
  ];
  const isBefore = (end: string, start: string) =>
    Temporal.Instant.compare(Temporal.Instant.from(end), Temporal.Instant.from(start)) <= 0;
  return !isBefore(a.endTime, b.startTime) && !isBefore(b.endTime, a.startTime);
}
