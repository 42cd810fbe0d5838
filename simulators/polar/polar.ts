import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Recording } from '../recording.ts';
import { Refusal } from '../refusal.ts';
import type { World } from '../world.ts';
import { PolarLimits } from './limits.ts';
import { type PolarExercise, type PolarMember, PolarMembers } from './members.ts';
import { type PolarClient, PolarConsents, type QueryParams } from './tokens.ts';
import { PolarWebhooks } from './webhooks.ts';

const Registration = z.object({ 'member-id': z.string().min(1) });

/** A simulator of Polar and its AccessLink API: what people do at Polar, and what the API then reports. */
export class SimulatedPolar {
  readonly members: PolarMembers;
  readonly consents: PolarConsents;
  readonly webhooks: PolarWebhooks;
  readonly limits: PolarLimits;
  readonly #world: World;

  constructor(world: World, client: PolarClient) {
    this.#world = world;
    this.members = new PolarMembers(world);
    this.consents = new PolarConsents(world, client);
    this.webhooks = new PolarWebhooks(world);
    this.limits = new PolarLimits(world);
  }

  /**
   * Applies a person's decision on the consent page. Returns the redirect address. Throws a Refusal on invalid input.
   */
  decide(params: QueryParams, decision: { userId: number; hasConsents?: boolean; allows: boolean }): string {
    this.consents.check(params);
    const address = new URL(this.consents.returnAddress(params));
    if (params.state !== undefined) address.searchParams.set('state', params.state);
    if (decision.allows) {
      const member = this.members.one(decision.userId);
      member.hasConsents = decision.hasConsents ?? true;
      address.searchParams.set('code', this.consents.code(params, member.userId));
    } else address.searchParams.set('error', 'access_denied');
    return address.href;
  }

  /**
   * Records an exercise. Resolves after the first attempt to deliver the webhook call. `fixed` overrides some of the
   * exercise's fields. Throws 404 synchronously if the person is unknown.
   */
  record(userId: number, recording: Recording, fixed?: Partial<PolarExercise>): Promise<PolarExercise> {
    const member = this.members.one(userId);
    const exercise = this.members.keep(member, recording, fixed);
    if (!member.registration) return Promise.resolve(exercise);
    return this.webhooks.sendEvent(this.eventOf(member, exercise)).then(() => exercise);
  }

  /** Creates the webhook event about an exercise. */
  eventOf({ userId }: PolarMember, { id }: PolarExercise): object {
    return {
      event: 'EXERCISE',
      user_id: userId,
      entity_id: id,
      timestamp: this.#world.now().toString({ smallestUnit: 'second' }),
      url: `https://www.polaraccesslink.com/v3/exercises/${id}`,
    };
  }

  /** Changes an exercise, which keeps its id. Polar makes no webhook call about a change. */
  edit(userId: number, id: string, recording: Recording): PolarExercise {
    const member = this.members.one(userId);
    const before = member.exercises.get(id)?.exercise;
    if (!before) throw new Refusal(404);
    return this.members.keep(member, recording, { id: before.id });
  }

  /** Deletes an exercise. Polar makes no webhook call about a deletion. */
  remove(userId: number, id: string): void {
    this.members.one(userId).exercises.delete(id);
  }

  /** Sets the number of a person's steps on a day, replacing an earlier number. */
  walk(userId: number, day: string, steps: number): void {
    this.members.one(userId).steps.set(day, steps);
  }

  /** Revokes a person's consent, as the person or the client may do. Polar makes no webhook call about this. */
  uncouple(userId: number): void {
    this.members.one(userId).registration = undefined;
    this.consents.forget(userId);
  }

  /** Registers a person with the client, under a name chosen by the client. Throws a Refusal if this is not allowed. */
  register(member: PolarMember, body: unknown): object {
    const { data } = Registration.safeParse(body);
    if (!data) throw this.refusal(400, 'member-id is missing');
    if (!member.hasConsents) throw this.refusal(403, 'user has not accepted all mandatory consents');
    const memberId = data['member-id'];
    if (member.registration || this.members.all().some((one) => one.registration?.memberId === memberId))
      throw this.refusal(409, 'already registered');
    member.registration = { memberId, at: this.#world.now() };
    return this.personOf(member);
  }

  personOf({ userId, name, registration }: PolarMember): object {
    return {
      'polar-user-id': userId,
      'member-id': registration?.memberId,
      'registration-date': registration?.at.toString({ fractionalSecondDigits: 3 }),
      'first-name': name,
      'last-name': 'Toka',
      birthdate: '1985-09-06',
      gender: 'MALE',
      weight: 66,
      height: 170,
      'extra-info': [],
    };
  }

  /**
   * Returns one of a person's exercises. Throws 404 if the id is unknown, and 403 if the exercise is somebody else's.
   */
  exercise(member: PolarMember, id: string): PolarExercise {
    const own = member.exercises.get(id);
    if (own) return own.exercise;
    const isOthers = this.members.all().some(({ exercises }) => exercises.has(id));
    throw isOthers ? new Refusal(403) : this.refusal(404, 'no such exercise');
  }

  refusal(status: number, message: string): Refusal {
    return new Refusal(status, {
      timestamp: this.#world.now().toString({ smallestUnit: 'second' }),
      status,
      errorType: 'https://www.polaraccesslink.com/errors',
      message,
      corrId: randomUUID(),
    });
  }
}
