import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { rowNumber } from '../../contract/kit/fields.ts';
import { scimPath } from '../../contract/managed/provisioning.ts';
import type { Db } from '../db/db.ts';
import { addressLimit } from '../kit/attempt-limit.ts';
import { visitOf } from '../kit/client-info.ts';
import { isDeeper } from '../kit/json-bodies.ts';
import type { Translate } from '../kit/problems.ts';
import type { Queue } from '../kit/queue.ts';
import { logSecurityEvent } from '../management/security-log/security-log.ts';
import { taskEnqueuer } from '../management/tasks/task.ts';
import type { AccountRemovalHooks } from '../people/dependencies.ts';
import { linkMails } from '../people/mailed-links/activation-and-reset-mail.ts';
import type { Directory } from './dependencies.ts';
import { groupOf, groupPatch } from './group-patch.ts';
import { changeGroup, createGroup, listGroups, oneGroup, removeGroup } from './provisioned-groups.ts';
import {
  changeUser,
  createUser,
  type ListWindow,
  listUsers,
  oneUser,
  removeUser,
} from './provisioned-users.ts';
import { provisioningTokenId } from './provisioning-token.ts';
import { names } from './resource-version.ts';
import { mostListed, resourceTypes, schemas, serviceProviderConfig } from './scim-descriptions.ts';
import { ScimError, scimErrorOf } from './scim-error.ts';
import { attributeNames, selected, toGroup, toUser } from './scim-resources.ts';
import { attributesOf, userFieldsOf } from './user-attributes.ts';
import { patchedAttributes } from './user-patch.ts';

/** The dependencies of the SCIM interface. */
interface ScimParts {
  db: Db;
  pool: pg.Pool;
  queue: Queue;
  translate: Translate;
  removalHooks: AccountRemovalHooks;
  /** The scheme, host and port of the public address. If not configured, those of each request are used. */
  origin: string | undefined;
  clock(): Temporal.Instant;
}

const mediaType = 'application/scim+json; charset=utf-8';

/** The size limit for request bodies, in bytes: enough for a group of 20,000 people. */
const bodyLimit = 5 * 1024 * 1024;

/** The maximum nesting depth of a body; a user has four levels. */
const mostLevels = 16;

/**
 * How many wrong tokens a network may send in 15 minutes: enough to notice a directory with an old token in
 * the security log.
 */
const mostWrongTokens = 50;

/** Serves SCIM 2.0 (RFC 7643, RFC 7644), with which the company's directory provisions people and groups. */
export async function serveScim(site: FastifyInstance, parts: ScimParts): Promise<void> {
  const { db, translate, clock } = parts;
  const wrongTokens = addressLimit(parts.pool, 'scim', mostWrongTokens);
  await site.register(
    async (scim) => {
      scim.removeAllContentTypeParsers();
      const parse = scim.getDefaultJsonParser('error', 'error');
      scim.addContentTypeParser<string>(
        ['application/scim+json', 'application/json'],
        { parseAs: 'string' },
        (request, body, done) => {
          if (isDeeper(body, mostLevels))
            done(new ScimError(400, 'The body is nested too deeply.', 'invalidSyntax'));
          else if (body.trim() === '') done(null, undefined);
          else parse(request, body, done);
        },
      );
      scim.setErrorHandler((failure, request, reply) => {
        const { status, retryAfter, body } = scimErrorOf(failure as never, translate);
        if (status >= 500) request.log.error({ err: failure }, 'request failed');
        if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
        if (status === 401) reply.header('www-authenticate', 'Bearer realm="SCIM"');
        return send(reply, status, body);
      });
      scim.setNotFoundHandler(() => {
        throw new ScimError(404, 'There is no resource at this address.');
      });
      scim.addHook('onRequest', async (request, reply) => {
        reply.header('cache-control', 'no-store');
        await mustHaveToken(request);
      });
      scim.addHook('onRoute', (route) => {
        route.bodyLimit = bodyLimit;
        route.schema = { hide: true };
        route.config = { ...route.config, isForKnown: true };
      });
      serveDescriptions(scim);
      serveUsers(scim);
      serveGroups(scim);
    },
    { prefix: scimPath },
  );

  async function mustHaveToken(request: FastifyRequest): Promise<void> {
    const [, token] = request.headers.authorization?.match(/^Bearer +(\S+) *$/i) ?? [];
    const id = token === undefined ? undefined : await provisioningTokenId(db, token, clock());
    if (id !== undefined) {
      if (request.waitBudget) request.waitBudget.by = `provisioning ${id}`;
      return;
    }
    await wrongTokens.begin(request.ip);
    const event = { kind: 'sign-in-failed', detail: 'provisioning', personId: null } as const;
    if (token !== undefined) await logSecurityEvent(db, event, visitOf(request), clock());
    throw new ScimError(401, 'The token is missing or not valid.');
  }

  function serveDescriptions(scim: FastifyInstance): void {
    scim.get('/ServiceProviderConfig', (request, reply) =>
      send(reply, 200, serviceProviderConfig(addressOf(request))),
    );
    const described = { ResourceTypes: resourceTypes, Schemas: schemas };
    for (const [name, documents] of Object.entries(described)) {
      scim.get(`/${name}`, (request, reply) => {
        const all = documents(addressOf(request));
        return send(reply, 200, listOf(all, all.length, 1));
      });
      scim.get<{ Params: { id: string } }>(`/${name}/:id`, (request, reply) => {
        const found = documents(addressOf(request)).find(({ id }) => id === request.params.id);
        if (!found) throw new ScimError(404, 'There is no resource at this address.');
        return send(reply, 200, found);
      });
    }
  }

  function serveUsers(scim: FastifyInstance): void {
    const path = '/Users/:id';
    const answer = (
      request: FastifyRequest,
      reply: FastifyReply,
      status: number,
      row: Awaited<ReturnType<typeof oneUser>>,
    ) => sendResource(request, reply, status, toUser(addressOf(request), row));
    scim.get('/Users', async (request, reply) => {
      const query = queryOf(request);
      const { total, rows } = await listUsers(db, query);
      const shown = rows.map((row) => selected(toUser(addressOf(request), row), query));
      return send(reply, 200, listOf(shown, total, query.startIndex));
    });
    scim.get(path, async (request, reply) => answer(request, reply, 200, await oneUser(db, idOf(request))));
    scim.post('/Users', async (request, reply) =>
      answer(
        request,
        reply,
        201,
        await createUser(await directoryOf(request), attributesOf(bodyOf(request))),
      ),
    );
    scim.put(path, async (request, reply) => {
      // A PUT clears the optional attributes that it omits, but not those that every account needs.
      const sent = { externalId: null, department: null, location: null, ...attributesOf(bodyOf(request)) };
      return answer(request, reply, 200, await change(request, sent));
    });
    scim.patch(path, async (request, reply) =>
      answer(request, reply, 200, await change(request, patchedAttributes(bodyOf(request)))),
    );
    scim.delete(path, async (request, reply) => {
      await removeUser(await directoryOf(request), idOf(request), request.headers['if-match']);
      return reply.code(204).send();
    });
    const change = async (request: FastifyRequest, sent: ReturnType<typeof attributesOf>) =>
      changeUser(await directoryOf(request), idOf(request), request.headers['if-match'], (before) =>
        userFieldsOf(sent, before),
      );
  }

  function serveGroups(scim: FastifyInstance): void {
    const path = '/Groups/:id';
    const answer = (
      request: FastifyRequest,
      reply: FastifyReply,
      status: number,
      row: Awaited<ReturnType<typeof oneGroup>>,
    ) => sendResource(request, reply, status, toGroup(addressOf(request), row));
    scim.get('/Groups', async (request, reply) => {
      const query = queryOf(request);
      const { total, rows } = await listGroups(db, query);
      const shown = rows.map((row) => selected(toGroup(addressOf(request), row), query));
      return send(reply, 200, listOf(shown, total, query.startIndex));
    });
    scim.get(path, async (request, reply) => {
      const { attributes, excludedAttributes = '' } = queryOf(request);
      const withMembers = attributes
        ? attributeNames(attributes).has('members')
        : !attributeNames(excludedAttributes).has('members');
      return answer(request, reply, 200, await oneGroup(db, idOf(request), withMembers));
    });
    scim.post('/Groups', async (request, reply) =>
      answer(request, reply, 201, await createGroup(await directoryOf(request), groupOf(bodyOf(request)))),
    );
    scim.put(path, async (request, reply) => {
      const id = idOf(request);
      await changeGroup(
        await directoryOf(request),
        id,
        request.headers['if-match'],
        groupOf(bodyOf(request)),
      );
      return answer(request, reply, 200, await oneGroup(db, id, true));
    });
    // A group may have thousands of members, so a change does not return them.
    scim.patch(path, async (request, reply) => {
      await changeGroup(
        await directoryOf(request),
        idOf(request),
        request.headers['if-match'],
        groupPatch(bodyOf(request)),
      );
      return reply.code(204).send();
    });
    scim.delete(path, async (request, reply) => {
      await removeGroup(await directoryOf(request), idOf(request), request.headers['if-match']);
      return reply.code(204).send();
    });
  }

  async function directoryOf(request: FastifyRequest): Promise<Directory> {
    return {
      db,
      now: clock(),
      visit: visitOf(request),
      removalHooks: parts.removalHooks,
      invite: await parts.queue.enqueuer(linkMails),
      enqueueTask: await taskEnqueuer(parts.queue),
    };
  }

  function addressOf(request: FastifyRequest): string {
    const origin = parts.origin ?? `${request.protocol}://${request.host}`;
    return `${origin}${site.prefix}${scimPath}`;
  }
}

function idOf({ params }: FastifyRequest): number {
  const { id } = params as { id: string };
  const number = /^\d+$/.test(id) ? rowNumber.safeParse(id).data : undefined;
  if (number === undefined) throw new ScimError(404, 'There is no resource with this id.');
  return number;
}

function bodyOf({ body }: FastifyRequest): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ScimError(400, 'The body must be a JSON object.', 'invalidSyntax');
  return body;
}

/**
 * Returns the schema of a whole number in a query; fractions are truncated. `queryOf` corrects numbers that are out of
 * range, as RFC 7644, section 3.4.2.4, requires.
 */
const wholeNumber = (otherwise: number) =>
  z._default(
    z.pipe(
      z.coerce.number(),
      z.transform((value: number) => (Number.isFinite(value) ? Math.trunc(value) : otherwise)),
    ),
    otherwise,
  );

const Query = z.object({
  filter: z.optional(z.string()),
  startIndex: wholeNumber(1),
  count: wholeNumber(100),
  attributes: z.optional(z.string().check(z.maxLength(2000))),
  excludedAttributes: z.optional(z.string().check(z.maxLength(2000))),
});

function queryOf({ query }: FastifyRequest): ListWindow & z.output<typeof Query> {
  const read = Query.safeParse(query).data;
  if (!read) throw new ScimError(400, 'The query is invalid.', 'invalidValue');
  const { startIndex, count } = read;
  return {
    ...read,
    filter: read.filter,
    startIndex: Math.min(Math.max(1, startIndex), 1_000_000_000),
    count: Math.min(Math.max(0, count), mostListed),
  };
}

const listOf = (resources: object[], total: number, startIndex: number) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

function sendResource(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  resource: ReturnType<typeof toUser> | ReturnType<typeof toGroup>,
): FastifyReply {
  const { version, location } = resource.meta;
  reply.header('etag', version).header('location', location);
  const { 'if-none-match': known } = request.headers;
  if (request.method === 'GET' && known !== undefined && names(known, version)) return reply.code(304).send();
  return send(reply, status, selected(resource, queryOf(request)));
}

const send = (reply: FastifyReply, status: number, body: object): FastifyReply =>
  reply.code(status).type(mediaType).serializer(JSON.stringify).send(body);
