import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Input, Operation } from '../../contract/kit/operation.ts';
import { ReadyAnswer, sendDirectly } from './ready-answer.ts';

/** A response that is the same for everybody except a few people. */
export interface SharedAnswer {
  /** The person who sends the request. */
  personId: number;
  /** Returns the people who would get a different result; undefined if that could be anybody. */
  exceptions(result: never): Promise<ReadonlySet<number> | undefined>;
}

/**
 * Returns what a response depends on besides the database, the address, the language and the minute. Often that is
 * nothing (''). Returns undefined for a response that is not cached. `query` may not have been checked yet.
 */
type DependsOn<Context> = (
  context: Context,
  query: Readonly<Record<string, unknown>>,
) => string | SharedAnswer | undefined | Promise<string>;

/** A response that depends on nothing in the database but the tables of the subject `settings`. */
interface OfSettings<Context> {
  ofSettings: DependsOn<Context>;
}

export type CachedBy<Context> = DependsOn<Context> | OfSettings<Context>;

/** The operations of a domain whose responses are cached. */
export type CachedResponses<Context, Operations extends Record<string, Operation>> = {
  [Name in keyof Operations]?: CachedBy<Context>;
};

/** Returns what a response for everybody depends on besides the URL and the language: nothing. */
export const forEverybody = () => '';

/** Returns what a personal response depends on besides the URL and the language: the person. */
export const forEachPerson = ({ person }: { person: { id: number } }) => personal({ personId: person.id });

const personal = ({ personId }: { personId: number }) => `person ${personId}`;

/** Keeps responses in memory. */
export interface ResponseKeeper<Context> {
  /**
   * Returns the response that `make` creates, and keeps it until something that it may depend on is written to the
   * database or the minute is over. `make` gets the previous response, if there is one, and may return it again.
   */
  of(context: Context, on: string, make: (last?: ReadyAnswer) => Promise<ReadyAnswer>): Promise<ReadyAnswer>;
  /** Returns the response that `of` would return; undefined if it has to be made or checked. */
  known(context: Context, on: string): ReadyAnswer | undefined;
}

/** The functions of the app that cached responses need. */
export interface CachingHooks<Context> {
  contextOf(request: FastifyRequest, reply: FastifyReply): Context;
  /** Returns the same context for an imaginary person who owns and likes nothing. */
  forStranger(context: Context): Context;
  /** Returns whether the response sets or deletes cookies. */
  setsCookies(request: FastifyRequest): boolean;
  cachedResponses: ResponseKeeper<Context>;
  /** The same for responses that depend on nothing in the database but the tables of the subject `settings`. */
  cachedResponsesOfSettings: ResponseKeeper<Context>;
}

/** How a route makes a response. */
interface Making<Context> {
  handle(context: Context, input: Input<Operation>): unknown;
  /** Returns the media type of the response. */
  typeFor(request: FastifyRequest): string;
  /** Returns the whole response to a result. */
  answerOf(result: unknown, request: FastifyRequest): unknown;
}

/** Returns functions that send the cached responses of a route. */
export function cachedResponses<Context>(
  hooks: CachingHooks<Context>,
  cachedBy: CachedBy<Context>,
  { handle, typeFor, answerOf }: Making<Context>,
) {
  const isOfSettings = typeof cachedBy === 'object';
  const dependsOn = isOfSettings ? cachedBy.ofSettings : cachedBy;
  const keeper = isOfSettings ? hooks.cachedResponsesOfSettings : hooks.cachedResponses;
  return { send, sendKnown };

  /** Sends the response to valid input. Returns false if it is not cached. */
  async function send(reply: FastifyReply, input: Input<Operation>): Promise<boolean> {
    const { context, on } = await keyOf(reply, input.query);
    if (on === undefined) return false;
    await sendReady(reply, await current(reply, context, on, input));
    return true;
  }

  /**
   * Sends the response if it is in memory and valid. The request need not have been validated, because only valid requests
   * get a response that is kept.
   */
  async function sendKnown(reply: FastifyReply): Promise<void> {
    const { context, on } = await keyOf(reply, reply.request.query);
    const answer = on === undefined ? undefined : known(reply.request, context, on);
    if (answer) await sendReady(reply, answer);
  }

  /** Returns a request's context, and what its response depends on. */
  async function keyOf(reply: FastifyReply, query: unknown) {
    const context = hooks.contextOf(reply.request, reply);
    const on = dependsOn(context, query as Record<string, unknown>);
    return { context, on: on instanceof Promise ? await on : on };
  }

  async function sendReady(reply: FastifyReply, answer: ReadyAnswer): Promise<void> {
    const encoded = answer.bodyFor(reply.request, reply);
    const body = encoded instanceof Promise ? await encoded : encoded;
    if (!hooks.setsCookies(reply.request)) return sendDirectly(reply, body);
    // Waits until the cookies are set. Otherwise, Fastify would go on with the request and answer it again.
    await reply.send(body);
  }

  /** Returns the response if it is in memory and valid. */
  function known(request: FastifyRequest, context: Context, on: string | SharedAnswer) {
    const knownFor = (key: string) => keeper.known(context, addressed(request, key));
    if (typeof on === 'string') return knownFor(on);
    const shared = knownFor(forEverybody());
    return shared?.isFor(on.personId) ? shared : shared && knownFor(personal(on));
  }

  /** Returns the response, which is made again if necessary. */
  async function current(
    reply: FastifyReply,
    context: Context,
    on: string | SharedAnswer,
    input: Input<Operation>,
  ): Promise<ReadyAnswer> {
    const { request } = reply;
    const made = (who: () => Context, key: string, shared?: SharedAnswer) =>
      keeper.of(context, addressed(request, key), async (last) => {
        const result = await handle(who(), input);
        // Most results are the same as before, because what has been written does not concern them.
        const source = shared ? undefined : hash('sha256', JSON.stringify(result), 'base64');
        if (source !== undefined && source === last?.source) return last;
        const bytes = Buffer.from(reply.serialize(answerOf(result, request)) as string);
        const exceptions = await shared?.exceptions(result as never);
        return new ReadyAnswer(bytes, typeFor(request), { exceptions, source });
      });
    const asThemselves = () => context;
    // For responses that others get too. What is known about this person may be a second old, so a response made for them
    // could show others a name that has just been hidden.
    const asStranger = () => hooks.forStranger(context);
    if (typeof on === 'string') return made(on === forEverybody() ? asStranger : asThemselves, on);
    const shared = await made(asStranger, forEverybody(), on);
    return shared.isFor(on.personId) ? shared : made(asThemselves, personal(on));
  }

  /** Returns what a response depends on, including its media type and address. */
  function addressed(request: FastifyRequest, on: string): string {
    return `${typeFor(request)} ${request.url} ${on}`;
  }
}
