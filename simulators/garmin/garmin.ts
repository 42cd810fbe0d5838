import { randomBytes } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import type { Recording } from '../recording.ts';
import { Refusal } from '../refusal.ts';
import type { World } from '../world.ts';
import { type Asked, type GarminClient, GarminConsents } from './consents.ts';
import { type GarminMember, GarminMembers, type GarminPermission, type GarminSummary } from './members.ts';
import { GarminPush } from './push.ts';

/** Garmin allows 30 days per request, and no more than 30 days before the first connection. */
const backfillDays = 30;

/**
 * The limit of days requested per minute, for all members together: for an evaluation key, and for a production key.
 */
const daysPerMinute = { evaluation: 100, production: 10_000 };

/** How long it takes to send a backfill, in seconds. */
const backfillTakes = 1;

/** A simulator of Garmin Connect, as its Activity API shows it: what people do there, and the effects. */
export class SimulatedGarmin {
  readonly members: GarminMembers;
  readonly consents: GarminConsents;
  readonly push: GarminPush;
  key: keyof typeof daysPerMinute = 'production';
  /** Whether the permissions are returned in an object, as has been observed, or as a list. */
  wrapsPermissions = false;
  readonly #world: World;
  readonly #address: () => string;
  readonly #pullTokens = new Map<string, string>();
  #asked: { at: Temporal.Instant; days: number }[] = [];

  /** `address` is where the simulator is served, without a slash at its end. */
  constructor(world: World, client: GarminClient, address: () => string) {
    this.#world = world;
    this.#address = address;
    this.members = new GarminMembers(world);
    this.consents = new GarminConsents(world, client);
    this.push = new GarminPush(world, client.clientId);
  }

  /** Records an activity; sends it if the person permits that. `fixed` overrides parts of it. */
  record(userId: string, recording: Recording, fixed?: Partial<GarminSummary>): GarminSummary {
    const member = this.members.one(userId);
    const summary = this.members.keep(member, recording, fixed);
    this.#tell('activities', member, [summary]);
    return summary;
  }

  /** Records several sports in one workout: the whole, and a part for each. */
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

  /** Changes an activity; the webhook event contains the whole new version. */
  edit(userId: string, activityId: string, recording: Recording): GarminSummary {
    const member = this.members.one(userId);
    const before = member.activities.get(activityId)?.summary;
    if (!before) throw new Refusal(404, { errorMessage: 'no such activity' });
    const summary = this.members.keep(member, recording, { activityId: before.activityId });
    this.#tell('manuallyUpdatedActivities', member, [summary]);
    return summary;
  }

  /** Deletes an activity; Garmin sends no webhook event for that. */
  remove(userId: string, activityId: string): void {
    this.members.one(userId).activities.delete(activityId);
  }

  /** Applies a person's answer on the consent page. Returns the redirect address. Throws a Refusal. */
  decide(
    asked: Asked,
    decision: { userId: string; permissions: GarminPermission[]; allows: boolean },
  ): string {
    this.consents.check(asked);
    const address = new URL(asked.redirect_uri ?? '');
    if (asked.state !== undefined) address.searchParams.set('state', asked.state);
    if (decision.allows) {
      const member = this.members.one(decision.userId);
      member.permissions = new Set(decision.permissions);
      address.searchParams.set('code', this.consents.code(asked, member.userId));
    } else address.searchParams.set('error', 'access_denied');
    return address.href;
  }

  /** Connects a person. */
  couple(userId: string): void {
    const member = this.members.one(userId);
    member.isCoupled = true;
    member.firstCoupledAt ??= this.#world.now();
  }

  /** Ends the consent, here or through the client: revokes all tokens, and sends a webhook event. */
  uncouple(userId: string): void {
    this.members.one(userId).isCoupled = false;
    this.consents.forget(userId, true);
    this.push.tell('deregistrations', { userId });
  }

  /** Changes a person's permissions in their settings. */
  permit(userId: string, permissions: GarminPermission[]): void {
    const member = this.members.one(userId);
    member.permissions = new Set(permissions);
    if (!member.isCoupled) return;
    this.push.tell('userPermissionsChange', {
      userId,
      summaryId: `x-${randomBytes(4).toString('hex')}`,
      permissions,
      changeTimeInSeconds: Math.floor(this.#world.now().epochMilliseconds / 1000),
    });
  }

  /** Requests a backfill between two moments, in seconds; it is sent later. Throws a Refusal. */
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
      this.#tell('activities', member, found);
      await this.push.flush();
    });
  }

  /** Uploads between two moments, in seconds, for a client that was sent a ping to fetch them. Throws a Refusal. */
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

  #tell(
    list: 'activities' | 'manuallyUpdatedActivities',
    member: GarminMember,
    found: GarminSummary[],
  ): void {
    const { userId } = member;
    if (!member.isCoupled || !member.permissions.has('ACTIVITY_EXPORT') || found.length === 0) return;
    if (this.push.portal.mode === 'push') {
      for (const summary of found) this.push.tell(list, { userId, ...summary });
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
    this.push.tell(list, { userId, ...range, callbackURL });
  }

  #count(days: number): void {
    const minuteAgo = this.#world.now().subtract({ minutes: 1 });
    this.#asked = this.#asked.filter(({ at }) => Temporal.Instant.compare(at, minuteAgo) > 0);
    const sum = this.#asked.reduce((before, asked) => before + asked.days, days);
    if (sum > daysPerMinute[this.key]) throw new Refusal(429, { errorMessage: 'too many requests' });
    this.#asked.push({ at: this.#world.now(), days });
  }
}

const seconds = (at: Temporal.Instant) => at.toString({ smallestUnit: 'second' });
