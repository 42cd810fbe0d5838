import { randomBytes } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import type { Recording } from '../recording.ts';
import { Refusal } from '../refusal.ts';
import type { World } from '../world.ts';
import { type GarminMember, GarminMembers, type GarminPermission, type GarminSummary } from './members.ts';
import { GarminPush } from './push.ts';
import { type GarminClient, GarminConsents, type QueryParams } from './tokens.ts';

/** A backfill request may cover up to 30 days, and may go back to 30 days before the person first connected. */
const backfillDays = 30;

/** How many days of backfill may be requested per minute for all members combined, by kind of API key. */
const daysPerMinute = { evaluation: 100, production: 10_000 };

/** How long Garmin takes to send a backfill, in seconds. */
const backfillTakes = 1;

/** A simulator of Garmin Connect and its Activity API: what people do at Garmin, and what the API then reports. */
export class SimulatedGarmin {
  readonly members: GarminMembers;
  readonly consents: GarminConsents;
  readonly push: GarminPush;
  key: keyof typeof daysPerMinute = 'production';
  /** Whether the list of permissions is wrapped in an object, as Garmin has been observed to do. */
  wrapsPermissions = false;
  readonly #world: World;
  readonly #address: () => string;
  readonly #pullTokens = new Map<string, string>();
  #asked: { at: Temporal.Instant; days: number }[] = [];

  /** `address` returns the simulator's base address, without a trailing slash. */
  constructor(world: World, client: GarminClient, address: () => string) {
    this.#world = world;
    this.#address = address;
    this.members = new GarminMembers(world);
    this.consents = new GarminConsents(world, client);
    this.push = new GarminPush(world, client.clientId);
  }

  /** Records an activity, and sends it if the person permits that. `fixed` overrides some of its fields. */
  record(userId: string, recording: Recording, fixed?: Partial<GarminSummary>): GarminSummary {
    const member = this.members.one(userId);
    const summary = this.members.keep(member, recording, fixed);
    this.#sendEvent('activities', member, [summary]);
    return summary;
  }

  /** Records a workout with several sports: one activity for the whole and one for each part. */
  recordMultisport(userId: string, parts: Recording[]): GarminSummary[] {
    const [first] = parts;
    if (!first) throw new Refusal(400, { errorMessage: 'no parts' });
    const sum = (amount: (part: Recording) => number) =>
      parts.reduce((before, part) => before + amount(part), 0);
    const whole = {
      ...first,
      sportType: 'MULTI_SPORT',
      elapsedSeconds: sum(({ elapsedSeconds }) => elapsedSeconds),
      metres: sum(({ metres }) => metres ?? 0),
    };
    const parent = this.record(userId, whole, { isParent: true });
    return [parent, ...parts.map((part) => this.record(userId, part, { parentSummaryId: parent.summaryId }))];
  }

  /** Changes an activity. The webhook event contains the complete new version. */
  edit(userId: string, activityId: string, recording: Recording): GarminSummary {
    const member = this.members.one(userId);
    const before = member.activities.get(activityId)?.summary;
    if (!before) throw new Refusal(404, { errorMessage: 'no such activity' });
    const summary = this.members.keep(member, recording, { activityId: before.activityId });
    this.#sendEvent('manuallyUpdatedActivities', member, [summary]);
    return summary;
  }

  /** Deletes an activity. Garmin sends no webhook event about a deletion. */
  remove(userId: string, activityId: string): void {
    this.members.one(userId).activities.delete(activityId);
  }

  /**
   * Applies a person's decision on the consent page. Returns the redirect address. Throws a Refusal on invalid input.
   */
  decide(
    params: QueryParams,
    decision: { userId: string; permissions: GarminPermission[]; allows: boolean },
  ): string {
    this.consents.check(params);
    const address = new URL(params.redirect_uri ?? '');
    if (params.state !== undefined) address.searchParams.set('state', params.state);
    if (decision.allows) {
      const member = this.members.one(decision.userId);
      member.permissions = new Set(decision.permissions);
      address.searchParams.set('code', this.consents.code(params, member.userId));
    } else address.searchParams.set('error', 'access_denied');
    return address.href;
  }

  /** Marks a person as connected. */
  couple(userId: string): void {
    const member = this.members.one(userId);
    member.isCoupled = true;
    member.firstCoupledAt ??= this.#world.now();
  }

  /** Ends the consent, as the person or the client may do: revokes all tokens and sends a webhook event. */
  uncouple(userId: string): void {
    this.members.one(userId).isCoupled = false;
    this.consents.forget(userId, true);
    this.push.sendEvent('deregistrations', { userId });
  }

  /** Changes the permissions in a person's settings. */
  permit(userId: string, permissions: GarminPermission[]): void {
    const member = this.members.one(userId);
    member.permissions = new Set(permissions);
    if (!member.isCoupled) return;
    this.push.sendEvent('userPermissionsChange', {
      userId,
      summaryId: `x-${randomBytes(4).toString('hex')}`,
      permissions,
      changeTimeInSeconds: Math.floor(this.#world.now().epochMilliseconds / 1000),
    });
  }

  /**
   * Requests a backfill between two times, in seconds. Garmin sends the backfill later. Throws a Refusal if the request
   * is not allowed.
   */
  backfill(member: GarminMember, start: number, end: number): void {
    const days = (end - start) / 86_400;
    if (!(days > 0)) throw new Refusal(400, { errorMessage: 'end must be after start' });
    if (days > backfillDays) throw new Refusal(400, { errorMessage: `range exceeds ${backfillDays} days` });
    if (!member.permissions.has('ACTIVITY_EXPORT'))
      throw new Refusal(412, { errorMessage: 'user permission missing: ACTIVITY_EXPORT' });
    if (!member.permissions.has('HISTORICAL_DATA_EXPORT'))
      throw new Refusal(403, { errorMessage: 'user permission missing: HISTORICAL_DATA_EXPORT' });
    const earliest = member.firstCoupledAt?.subtract({ hours: 24 * backfillDays }) ?? this.#world.now();
    const from = Temporal.Instant.fromEpochMilliseconds(start * 1000);
    if (Temporal.Instant.compare(from, earliest) < 0)
      throw new Refusal(400, {
        errorMessage: `start ${seconds(from)} before min start time of ${seconds(earliest)}`,
      });
    if (member.asked.has(`${start} ${end}`)) throw new Refusal(409);
    this.#count(days);
    member.asked.add(`${start} ${end}`);
    this.#world.later(backfillTakes, async () => {
      const found = [...member.activities.values()]
        .map(({ summary }) => summary)
        .filter(({ startTimeInSeconds }) => startTimeInSeconds >= start && startTimeInSeconds < end);
      this.#sendEvent('activities', member, found);
      await this.push.flush();
    });
  }

  /**
   * Returns the activities uploaded between two times, given in seconds, for a client that received a ping. Throws a
   * Refusal if the token or the range is invalid.
   */
  uploaded(member: GarminMember, start: number, end: number, token: string | undefined): GarminSummary[] {
    if (this.#pullTokens.get(token ?? '') !== member.userId)
      throw new Refusal(401, { errorMessage: 'invalid pull token' });
    if (!(end - start <= 86_400)) throw new Refusal(400, { errorMessage: 'range exceeds 86400 seconds' });
    return [...member.activities.values()]
      .filter(
        ({ uploadedAt: { epochMilliseconds } }) =>
          epochMilliseconds >= start * 1000 && epochMilliseconds < end * 1000,
      )
      .map(({ summary }) => summary);
  }

  #sendEvent(
    list: 'activities' | 'manuallyUpdatedActivities',
    member: GarminMember,
    found: GarminSummary[],
  ): void {
    const { userId } = member;
    if (!member.isCoupled || !member.permissions.has('ACTIVITY_EXPORT') || found.length === 0) return;
    if (this.push.portal.mode === 'push') {
      for (const summary of found) this.push.sendEvent(list, { userId, ...summary });
      return;
    }
    const token = randomBytes(12).toString('hex');
    this.#pullTokens.set(token, userId);
    const uploads = found.map(({ activityId }) => member.activities.get(String(activityId))?.uploadedAt);
    const moments = uploads.map((at) => Math.floor((at?.epochMilliseconds ?? 0) / 1000));
    const range = {
      uploadStartTimeInSeconds: Math.min(...moments),
      uploadEndTimeInSeconds: Math.max(...moments) + 1,
    };
    const query = new URLSearchParams({
      uploadStartTimeInSeconds: String(range.uploadStartTimeInSeconds),
      uploadEndTimeInSeconds: String(range.uploadEndTimeInSeconds),
      token,
    });
    const callbackURL = `${this.#address()}/wellness-api/rest/activities?${query}`;
    this.push.sendEvent(list, { userId, ...range, callbackURL });
  }

  #count(days: number): void {
    const minuteAgo = this.#world.now().subtract({ minutes: 1 });
    this.#asked = this.#asked.filter(({ at }) => Temporal.Instant.compare(at, minuteAgo) > 0);
    const sum = this.#asked.reduce((before, request) => before + request.days, days);
    if (sum > daysPerMinute[this.key]) throw new Refusal(429, { errorMessage: 'too many requests' });
    this.#asked.push({ at: this.#world.now(), days });
  }
}

const seconds = (at: Temporal.Instant) => at.toString({ smallestUnit: 'second' });
