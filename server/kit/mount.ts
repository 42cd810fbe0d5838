import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Answer, Input, Operation } from '../../contract/kit/operation.ts';
import type { ManagementRole } from '../../contract/roles.ts';
import {
  type CachedBy,
  type CachedResponses,
  type CachingHooks,
  cachedResponses,
} from './cached-responses.ts';
import { type Page, toCollection } from './hydra.ts';
import { searchAt, searchParameters } from './hydra-search.ts';
import { idempotencyKey, idempotencyKeyOf } from './idempotency-key.ts';
import { notFound } from './problem-error.ts';
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

/** The functions of the app that routes call. */
export interface RoutingHooks<Context> extends CachingHooks<Context> {
  /** Refuses a cross-site request. */
  refuseForeign(request: FastifyRequest): void;
  /** Refuses a request without a valid session or token. */
  authenticate(request: FastifyRequest, by: 'session' | 'token'): Promise<void>;
  /** Refuses a signed-in person who does not have this management role. */
  authorise(request: FastifyRequest, role: ManagementRole): Promise<void>;
  /** Runs a create call once per key; a repeated call gets the stored response. */
  createOnce<Created>(
    request: FastifyRequest,
    reply: FastifyReply,
    call: { key: string; content: unknown },
    create: (context: Context) => Promise<Created>,
  ): Promise<Created>;
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
  cachedBy?: CachedBy<Context>,
): RouteOptions {
  const cached = cachedBy && cachedResponses(mounting, cachedBy, { handle, typeFor, answerOf });
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
      await cached?.sendKnown(reply);
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
      if (await cached?.send(reply, input)) return reply;
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

  function typeFor(request: FastifyRequest): string {
    return resourceName ? mediaTypeFor(request) : 'application/json; charset=utf-8';
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
