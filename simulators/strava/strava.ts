import type { Temporal } from 'temporal-polyfill';
import type { Recording } from '../recording.ts';
import type { World } from '../world.ts';
import { stravaFault } from './errors.ts';
import { type StravaChange, StravaEvents } from './events.ts';
import { StravaLimits } from './limits.ts';
import { type StravaActivity, type StravaMember, StravaMembers, type StravaVisibility } from './members.ts';
import { type QueryParams, type StravaClient, StravaConsents } from './tokens.ts';

/** A simulator of Strava and its API v3: what people do at Strava, and what the API then reports. */
export class SimulatedStrava {
  readonly members: StravaMembers;
  readonly consents: StravaConsents;
  readonly events: StravaEvents;
  readonly limits: StravaLimits;
  /** Whether all calls are rejected because the app's operator has no subscription at Strava. */
  isInactive = false;
  /** How many athletes the app may connect: one for a new app, and 9,999 after Strava has reviewed it. */
  mostAthletes = 9999;
  /** Whether pages contain one item fewer than requested, as Strava's pages sometimes do. */
  hasShortPages = false;

  /** The current time at Strava. */
  readonly now: () => Temporal.Instant;

  constructor(world: World, client: StravaClient) {
    this.now = () => world.now();
    this.members = new StravaMembers(world);
    this.consents = new StravaConsents(world, client);
    this.events = new StravaEvents(world, client.clientId);
    this.limits = new StravaLimits(world);
  }

  /**
   * Applies a person's decision on the consent page. Returns the redirect address. Throws a Refusal on invalid input.
   */
  decide(params: QueryParams, decision: { athleteId: number; scopes: string[]; allows: boolean }): string {
    this.consents.check(params);
    const address = new URL(params.redirect_uri ?? '');
    if (params.state !== undefined) address.searchParams.set('state', params.state);
    if (decision.allows) {
      const scopes = (params.scope ?? '').split(',').filter((scope) => decision.scopes.includes(scope));
      const { athleteId } = this.members.one(decision.athleteId);
      if (!this.consents.isConnected(athleteId) && this.consents.count() >= this.mostAthletes)
        throw stravaFault(403, 'Application', '', 'Limit of connected athletes exceeded');
      address.searchParams.set('code', this.consents.code(athleteId, scopes));
      address.searchParams.set('scope', scopes.join(','));
    } else address.searchParams.set('error', 'access_denied');
    return address.href;
  }

  /** Uploads an activity or enters it by hand. `fixed` overrides some of its fields. */
  async record(
    athleteId: number,
    recording: Recording,
    fixed?: Partial<StravaActivity>,
  ): Promise<StravaActivity> {
    const member = this.members.one(athleteId);
    const activity = this.members.keep(member, recording, fixed);
    if (this.sees(member, activity)) await this.#sendEvent(member, activity, 'create');
    return activity;
  }

  /** Changes an activity. The event reports a change of the name, sport or visibility, but not of the distance. */
  async edit(
    athleteId: number,
    id: string,
    recording: Recording,
    visibility?: StravaVisibility,
  ): Promise<StravaActivity> {
    const member = this.members.one(athleteId);
    const before = this.members.activity(member, id);
    const seenBy = visibility ?? before.visibility;
    const fixed = {
      id: before.id,
      external_id: before.external_id,
      upload_id: before.upload_id,
      upload_id_str: before.upload_id_str,
      visibility: seenBy,
      private: seenBy === 'only_me',
    };
    const after = this.members.keep(member, recording, fixed);
    const updates = {
      ...(after.name !== before.name && { title: after.name }),
      ...(after.sport_type !== before.sport_type && { type: after.type }),
      ...(after.private !== before.private && { private: String(after.private) }),
    };
    const [saw, sees] = [this.sees(member, before), this.sees(member, after)];
    if (saw && sees && Object.keys(updates).length > 0)
      await this.#sendEvent(member, after, 'update', updates);
    else if (saw && !sees) await this.#sendEvent(member, after, 'delete');
    else if (!saw && sees) await this.#sendEvent(member, after, 'create');
    return after;
  }

  async remove(athleteId: number, id: string): Promise<void> {
    const member = this.members.one(athleteId);
    const activity = this.members.activity(member, id);
    member.activities.delete(id);
    if (this.sees(member, activity)) await this.#sendEvent(member, activity, 'delete');
  }

  /** Ends the consent, as the person or the app may do: revokes all tokens and sends an event. */
  async uncouple(athleteId: number): Promise<void> {
    const wasCoupled = this.consents.scopesOf(athleteId).length > 0;
    this.consents.forget(athleteId);
    if (wasCoupled) await this.events.sendEvent(this.deauthorizationOf(athleteId));
  }

  /** Creates the event about the end of a consent. */
  deauthorizationOf(athleteId: number): StravaChange {
    return {
      object_type: 'athlete',
      object_id: athleteId,
      aspect_type: 'update',
      owner_id: athleteId,
      updates: { authorized: 'false' },
    };
  }

  /** Returns whether the app may see an activity. */
  sees({ athleteId }: StravaMember, { visibility }: StravaActivity): boolean {
    const scopes = this.consents.scopesOf(athleteId);
    if (scopes.includes('activity:read_all')) return true;
    return scopes.includes('activity:read') && visibility !== 'only_me';
  }

  /** Returns a page of a person's activities, the latest first; with `after`, the earliest first. */
  listed(member: StravaMember, range: { after?: number; before?: number; page: number; perPage: number }) {
    if (range.perPage > 200) throw stravaFault(400, 'Activity', 'per_page', 'invalid');
    const startOf = ({ start_date }: StravaActivity) => Date.parse(start_date) / 1000;
    const found = [...member.activities.values()]
      .filter((activity) => this.sees(member, activity))
      .filter((activity) => startOf(activity) > (range.after ?? Number.NEGATIVE_INFINITY))
      .filter((activity) => startOf(activity) < (range.before ?? Number.POSITIVE_INFINITY))
      .sort((one, other) => startOf(other) - startOf(one));
    if (range.after !== undefined) found.reverse();
    const length = this.hasShortPages ? range.perPage - 1 : range.perPage;
    return found.slice((range.page - 1) * length, range.page * length);
  }

  #sendEvent(
    { athleteId }: StravaMember,
    { id }: StravaActivity,
    aspect: StravaChange['aspect_type'],
    updates: Record<string, string> = {},
  ): Promise<void> {
    return this.events.sendEvent({
      object_type: 'activity',
      object_id: id,
      aspect_type: aspect,
      owner_id: athleteId,
      updates,
    });
  }
}
