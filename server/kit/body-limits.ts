import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from './problem-error.ts';
import { bodyLimits } from './request-limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether all clients that may call this route count as known clients, even without a session. */
    isForKnown?: boolean;
  }
}

type Limits = typeof bodyLimits;

interface Body {
  request: FastifyRequest;
  /** The memory reserved for the body, in bytes. */
  size: number;
  since: number;
  /** The number of bytes that the connection had received before this body. */
  before: number;
}

/** When clients should retry after a 503, in seconds. */
const retryAfterSeconds = 2;

/**
 * Limits the memory that request bodies take until their responses are sent, and aborts requests whose bodies arrive
 * too slowly. Anonymous and known clients have separate limits. If a body does not fit, the slowest request from the
 * same kind of client is aborted.
 */
export function limitBodies(app: FastifyInstance, limits = bodyLimits): void {
  const bodies = new Set<Body>();
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onReady', async () => {
    timer = setInterval(() => endSlow(bodies, limits), limits.checkEvery).unref();
  });
  app.addHook('preClose', async () => {
    clearInterval(timer);
    // A closing server finishes its responses, but does not wait for bodies that are still arriving.
    for (const body of bodies) if (!hasArrived(body.request.raw)) end(body);
  });
  // `preParsing` runs after unauthorised requests have been refused.
  app.addHook('preParsing', async (request, reply) => {
    const size = sizeOf(request);
    if (size === 0) return;
    makeRoom(bodies, limits, request, size);
    const body = { request, size, since: performance.now(), before: receivedBy(request) };
    bodies.add(body);
    reply.raw.once('close', () => bodies.delete(body));
  });
  app.addHook('onResponse', async (request) => {
    const { raw } = request;
    const { socket } = raw;
    if (hasArrived(raw)) return;
    // The rest of a short body is read and discarded, so that the connection can be reused.
    const isShort = sizeOf(request) <= limits.publicBody;
    // Otherwise Node would read a long body to its end, only to discard it.
    if (!isShort) setImmediate(() => socket.pause());
    setTimeout(() => (isShort && hasArrived(raw)) || socket.destroy(), limits.linger).unref();
  });
}

/** Returns the memory to reserve for a body: its declared length, or the route's limit. */
function sizeOf({ headers, routeOptions }: FastifyRequest): number {
  const most = routeOptions.bodyLimit;
  if (headers['content-length'] !== undefined) return Math.min(Number(headers['content-length']), most);
  return headers['transfer-encoding'] === undefined ? 0 : most;
}

/** Makes room for a body, by aborting slower requests if necessary. Throws 503 if that is not enough. */
function makeRoom(bodies: Set<Body>, limits: Limits, request: FastifyRequest, size: number): void {
  const kind = kindOf(request);
  const ofPerson = [...bodies].filter(
    (body) => request.person && body.request.person?.id === request.person.id,
  );
  if (ofPerson.length > 0 && sumOf(ofPerson) + size > limits.person) throw full();
  const alike = [...bodies].filter((body) => kindOf(body.request) === kind);
  let taken = sumOf(alike);
  const slowestFirst = alike
    .filter(({ request, since }) => !hasArrived(request.raw) && performance.now() - since > limits.minAge)
    .sort((one, other) => speedOf(one) - speedOf(other));
  while (taken + size > limits[kind]) {
    const slowest = slowestFirst.shift();
    if (!slowest) throw full();
    end(slowest);
    bodies.delete(slowest);
    taken -= slowest.size;
  }
}

const full = () => new ProblemError(503, 'overloaded', [], retryAfterSeconds);

const kindOf = ({ person, routeOptions }: FastifyRequest) =>
  person || routeOptions.config.isForKnown ? 'known' : 'strangers';

const sumOf = (bodies: Body[]) => bodies.reduce((sum, { size }) => sum + size, 0);

/** Returns how fast a body arrives, in bytes per second. */
const speedOf = ({ request, since, before }: Body) =>
  ((receivedBy(request) - before) * 1000) / (performance.now() - since);

const receivedBy = ({ raw }: FastifyRequest): number => raw.socket.bytesRead ?? 0;

/**
 * Returns whether a body has arrived completely. Requests that tests inject have no connection and are always complete.
 */
const hasArrived = ({ complete, readableEnded, socket }: FastifyRequest['raw']): boolean =>
  complete || readableEnded || !(socket instanceof Socket);

function endSlow(bodies: Set<Body>, limits: Limits): void {
  for (const body of bodies) {
    const { request, since, before } = body;
    const due = ((performance.now() - since - limits.grace) / 1000) * limits.slowest;
    // `receivedBy` may include the header of the connection's next request, which is short.
    if (!hasArrived(request.raw) && due > 0 && receivedBy(request) - before < due) end(body);
  }
}

/** Closes the connection of a request whose body is incomplete. No handler has read any of the body. */
function end({ request }: Body): void {
  const { socket } = request.raw;
  request.log.info('closed a request whose body arrived too slowly');
  socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  socket.destroySoon();
}
