import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Answer, Input, Operation } from '../../contract/kit/operation.ts';
import type { ManagementRole } from '../../contract/roles.ts';
import { type Page, toCollection } from './hydra.ts';
import { searchAt, searchParameters } from './hydra-search.ts';
import { idempotencyKey, idempotencyKeyOf } from './idempotency-key.ts';
import { notFound } from './problem-error.ts';
import { ReadyAnswer, sendDirectly } from './ready-answer.ts';
import { bodyLimits } from './request-limits.ts';
import { fileMediaType, sentFile } from './sent-file.ts';
import { isStorable, refuseUnstorable } from './storable-text.ts';

/** What a handler returns: the response without the fields that `mount` adds. */
export type Result<Op extends Operation> =
  Answer<Op> extends { 'hydra:member': (infer Member)[] }
    ? Page<Member> &
        Omit<
          Answer<Op>,
          'hydra:member' | 'hydra:totalItems' | 'hydra:view' | 'hydra:search' | '@context' | '@id' | '@type'
        >
    : Answer<Op> extends { '@context'?: unknown }
      ? Omit<Answer<Op>, '@context'>
      : Answer<Op> extends undefined
        ? undefined
        : Answer<Op>;

type Returned<Value> = Promise<Value> | Value | (undefined extends Value ? Promise<void> | void : never);

/** A handler in a domain's routes: passes explicit arguments from the request to a domain function. */
export type Handler<Context, Op extends Operation> = (
  context: Context,
  input: Input<Op>,
) => Returned<Result<Op>>;

/** The handlers of a domain; the type requires one per operation. */
export type Handlers<Context, Operations extends Record<string, Operation>> = {
  [Name in keyof Operations]: Handler<Context, Operations[Name]>;
};

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

/** The operations of a domain whose responses are cached. */
export type CachedResponses<Context, Operations extends Record<string, Operation>> = {
  [Name in keyof Operations]?: DependsOn<Context> | OfSettings<Context>;
};

/** Returns what a response for everybody depends on besides the URL and the language: nothing. */
export const forEverybody = () => '';

/** Returns what a personal response depends on besides the URL and the language: the person. */
export const forEachPerson = ({ person }: { person: { id: number } }) => personal({ personId: person.id });

const personal = ({ personId }: { personId: number }) => `person ${personId}`;

/** The functions of the app that routes call. */
export interface RoutingHooks<Context> {
  /** Refuses a cross-site request. */
  refuseForeign(request: FastifyRequest): void;
  /** Refuses a request without a valid session or token. */
  authenticate(request: FastifyRequest, by: 'session' | 'token'): Promise<void>;
  /** Refuses a signed-in person who does not have this management role. */
  authorise(request: FastifyRequest, role: ManagementRole): Promise<void>;
  /** Returns whether the response sets or deletes cookies. */
  setsCookies(request: FastifyRequest): boolean;
  contextOf(request: FastifyRequest, reply: FastifyReply): Context;
  /** Runs a create call once per key; a repeated call gets the stored response. */
  createOnce<Created>(
    request: FastifyRequest,
    reply: FastifyReply,
    call: { key: string; content: unknown },
    create: (context: Context) => Promise<Created>,
  ): Promise<Created>;
  /** Returns the same context for an imaginary person who owns and likes nothing. */
  forStranger(context: Context): Context;
  cachedResponses: ResponseKeeper<Context>;
  /** The same for responses that depend on nothing in the database but the tables of the subject `settings`. */
  cachedResponsesOfSettings: ResponseKeeper<Context>;
}

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

/** Creates routes from a domain's operations and their handlers. */
export function mount<Context, Operations extends Record<string, Operation>>(
  app: FastifyInstance,
  mounting: RoutingHooks<Context>,
  operations: Operations,
  handlers: Handlers<Context, Operations>,
  cached: CachedResponses<Context, Operations> = {},
): void {
  for (const name of Object.keys(operations)) {
    const op = operations[name] as Operation;
    app.route(routeOf(mounting, op, handlers[name] as Handler<Context, Operation>, cached[name]));
  }
}

function routeOf<Context>(
  mounting: RoutingHooks<Context>,
  op: Operation,
  handle: Handler<Context, Operation>,
  cachedBy?: DependsOn<Context> | OfSettings<Context>,
): RouteOptions {
  const isOfSettings = typeof cachedBy === 'object';
  const dependsOn = isOfSettings ? cachedBy.ofSettings : cachedBy;
  const keeper = isOfSettings ? mounting.cachedResponsesOfSettings : mounting.cachedResponses;
  const status = op.status ?? 200;
  const isList = op.answer !== undefined && 'memberSchema' in op.answer;
  const parameters = isList ? searchParameters(op) : [];
  const changesState = op.method !== 'GET' || op.changesState === true;
  const resourceName = (op.answer as { resourceName?: string } | undefined)?.resourceName;
  // Idempotency keys need a JSON body to compare, and a response that starts a session cannot be repeated.
  const isCreating = op.method === 'POST' && status === 201 && !op.file && resourceName !== undefined;
  return {
    method: op.method,
    url: op.path,
    ...(op.access === 'public' ? { bodyLimit: bodyLimits.publicBody } : {}),
    // Personal responses must not be cached. Public responses depend on the language, so caches must
    // revalidate them.
    onRequest: async (request, reply) => {
      const forVisitors = op.differsByPerson ? 'private, no-cache' : 'no-cache';
      reply.header('cache-control', op.access === 'public' ? forVisitors : 'private, no-store');
      // Browsers never send a token automatically, so no cross-site check is needed.
      if (op.access === 'token') return mounting.authenticate(request, 'token');
      if (changesState) mounting.refuseForeign(request);
      if (op.access !== 'public') await mounting.authenticate(request, 'session');
      if (op.access !== 'public' && op.access !== 'participant') await mounting.authorise(request, op.access);
      if (!dependsOn) return;
      // A known response was made for a valid request with the same address, so nothing is left to check.
      const context = mounting.contextOf(request, reply);
      const on = dependsOn(context, request.query as Record<string, unknown>);
      const known = knownResponse(request, context, on instanceof Promise ? await on : on);
      const body = known?.bodyFor(request, reply);
      if (body === undefined) return;
      const bytes = body instanceof Promise ? await body : body;
      if (mounting.setsCookies(request)) return reply.send(bytes);
      sendDirectly(reply, bytes);
    },
    schema: {
      summary: op.summary,
      ...(op.params ? { params: op.params } : {}),
      ...(op.query ? { querystring: op.query } : {}),
      ...(op.body ? { body: op.body } : {}),
      ...(isCreating ? { headers: idempotencyKey } : {}),
      ...(op.access === 'token' ? { security: [{ token: [] }] } : {}),
      ...(op.file ? { consumes: [fileMediaType] } : {}),
      ...(op.answer ? { response: { [status]: op.answer } } : {}),
    },
    handler: async (request, reply) => {
      const { params, query, body } = request;
      if (!Object.values(params as object).every((param) => isStorable(String(param)))) throw notFound();
      if (!op.checksItems) refuseUnstorable(body);
      refuseUnstorable(query);
      const input = { params, query, body, file: op.file && (() => sentFile(request)) } as Input<Operation>;
      if (dependsOn) {
        const context = mounting.contextOf(request, reply);
        const on = await dependsOn(context, query as Record<string, unknown>);
        if (on !== undefined) {
          const cached = (who: () => Context, key: string, shared?: SharedAnswer) =>
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
          // For responses that others get too. What is known about this person may be a second old, so a response made for
          // them could show others a name that has just been hidden.
          const asStranger = () => mounting.forStranger(context);
          if (typeof on === 'string') {
            const viewer = on === forEverybody() ? asStranger : asThemselves;
            return (await cached(viewer, on)).bodyFor(request, reply);
          }
          const shared = await cached(asStranger, forEverybody(), on);
          const own = shared.isFor(on.personId) ? shared : await cached(asThemselves, personal(on));
          return own.bodyFor(request, reply);
        }
      }
      const key = isCreating ? idempotencyKeyOf(request) : undefined;
      const result = key
        ? await mounting.createOnce(
            request,
            reply,
            { key, content: [op.path, params, query, body] },
            async (context) => handle(context, input),
          )
        : await handle(mounting.contextOf(request, reply), input);
      if (reply.sent || reply.statusCode >= 300) return reply;
      reply.code(status);
      if (!op.answer) return reply.send();
      if (resourceName) reply.type(mediaTypeFor(request));
      return answerOf(result, request);
    },
  };

  /** Returns the cached response that depends on this, if there is a valid one. */
  function knownResponse(
    request: FastifyRequest,
    context: Context,
    on: string | SharedAnswer | undefined,
  ): ReadyAnswer | undefined {
    const known = (key: string) => keeper.known(context, addressed(request, key));
    if (on === undefined) return undefined;
    if (typeof on === 'string') return known(on);
    const shared = known(forEverybody());
    return shared?.isFor(on.personId) ? shared : shared && known(personal(on));
  }

  function typeFor(request: FastifyRequest): string {
    return resourceName ? mediaTypeFor(request) : 'application/json; charset=utf-8';
  }

  /** Returns what a response depends on, including its media type and address. */
  function addressed(request: FastifyRequest, on: string): string {
    return `${typeFor(request)} ${request.url} ${on}`;
  }

  /** Adds the fields that every resource and every collection has. */
  function answerOf(result: unknown, request: FastifyRequest): unknown {
    if (!resourceName) return result;
    const context = { '@context': `${request.server.prefix}/platform/api/contexts/${resourceName}` };
    if (!isList) return { ...context, ...(result as object) };
    const collection = toCollection(result as Page<unknown>, request.url);
    return { ...context, ...collection, ...searchAt(collection['@id'], parameters) };
  }
}

/** Returns the media type of a response: JSON-LD, unless the client accepts only plain JSON. */
function mediaTypeFor(request: FastifyRequest): string {
  const accept = request.headers.accept ?? '';
  const plain = accept.includes('application/json') && !accept.includes('ld+json') && !accept.includes('*/*');
  return plain ? 'application/json; charset=utf-8' : 'application/ld+json; charset=utf-8';
}
