import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from './problem-error.ts';
import { bodyLimits } from './request-limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether everybody who may send a body here is known, even without a session. */
    isForKnown?: boolean;
  }
}

type Limits = typeof bodyLimits;

interface Body {
  request: FastifyRequest;
  /** The memory reserved for it, in bytes. */
  size: number;
  since: number;
  /** The bytes received on its connection before. */
  before: number;
}

/** When to retry if too much arrives at the same time, in seconds. */
const comeAgain = 2;

/**
 * Limits how much memory request bodies take until they are answered, and ends those that arrive too slowly. Anonymous
 * clients have their own share. If there is no room, the slowest of the same kind is ended.
 */
export function limitBodies(app: FastifyInstance, limits = bodyLimits): void {
  const bodies = new Set<Body>();
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onReady', async () => {
    timer = setInterval(() => endSlow(bodies, limits), limits.lookEvery).unref();
  });
  app.addHook('preClose', async () => {
    clearInterval(timer);
    // A closing server waits for answers, but not for requests that are still arriving.
    for (const body of bodies) if (!hasArrived(body.request.raw)) end(body);
  });
  // Runs after unauthorised requests have been refused.
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
    // The rest of a short body is read and dropped, so that the connection can carry the next request.
    const isShort = sizeOf(request) <= limits.publicBody;
    // Node would read a long one to the end to drop it.
    if (!isShort) setImmediate(() => socket.pause());
    setTimeout(() => (isShort && hasArrived(raw)) || socket.destroy(), limits.linger).unref();
  });
}

/** The memory reserved for a body: its announced length, or the maximum of this call. */
function sizeOf({ headers, routeOptions }: FastifyRequest): number {
  const most = routeOptions.bodyLimit;
  if (headers['content-length'] !== undefined) return Math.min(Number(headers['content-length']), most);
  return headers['transfer-encoding'] === undefined ? 0 : most;
}

/** Throws 503 if there is no room for a body. */
function makeRoom(bodies: Set<Body>, limits: Limits, request: FastifyRequest, size: number): void {
  const kind = kindOf(request);
  const ofPerson = [...bodies].filter(
    (body) => request.person && body.request.person?.id === request.person.id,
  );
  if (ofPerson.length > 0 && sumOf(ofPerson) + size > limits.person) throw full();
  const alike = [...bodies].filter((body) => kindOf(body.request) === kind);
  let taken = sumOf(alike);
  const slowestFirst = alike
    .filter(({ request, since }) => !hasArrived(request.raw) && performance.now() - since > limits.tooYoung)
    .sort((one, other) => speedOf(one) - speedOf(other));
  while (taken + size > limits[kind]) {
    const slowest = slowestFirst.shift();
    if (!slowest) throw full();
    end(slowest);
    bodies.delete(slowest);
    taken -= slowest.size;
  }
}

const full = () => new ProblemError(503, 'overloaded', [], comeAgain);

const kindOf = ({ person, routeOptions }: FastifyRequest) =>
  person || routeOptions.config.isForKnown ? 'known' : 'strangers';

const sumOf = (bodies: Body[]) => bodies.reduce((sum, { size }) => sum + size, 0);

/** Bytes per second. */
const speedOf = ({ request, since, before }: Body) =>
  ((receivedBy(request) - before) * 1000) / (performance.now() - since);

const receivedBy = ({ raw }: FastifyRequest): number => raw.socket.bytesRead ?? 0;

/** Whether a body has arrived completely; injected requests of tests have no connection. */
const hasArrived = ({ complete, readableEnded, socket }: FastifyRequest['raw']): boolean =>
  complete || readableEnded || !(socket instanceof Socket);

function endSlow(bodies: Set<Body>, limits: Limits): void {
  for (const body of bodies) {
    const { request, since, before } = body;
    const due = ((performance.now() - since - limits.grace) / 1000) * limits.slowest;
    // The header of the next request does not belong to it, and is short.
    if (!hasArrived(request.raw) && due > 0 && receivedBy(request) - before < due) end(body);
  }
}

/** Closes the connection of an incomplete body. Nothing has read any of it. */
function end({ request }: Body): void {
  const { socket } = request.raw;
  request.log.info('closed a request whose body arrived too slowly');
  socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  socket.destroySoon();
}
