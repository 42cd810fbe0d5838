import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/**
 * The metrics of this process, in the format of Prometheus. No label may name a person or contain an address: labels
 * are operations of the contract, states, services and sources, so their number is bounded.
 */
export const metrics = new Registry();

const registers = [metrics];

/** Requests by operation and status class, such as `2xx`. */
export const httpRequests = new Counter({
  name: 'challenge_http_requests_total',
  help: 'HTTP requests, by operation and status class',
  labelNames: ['operation', 'status'],
  registers,
});

/** The buckets follow what people notice (instant, noticeable, slow) and the time limits of requests. */
export const httpDuration = new Histogram({
  name: 'challenge_http_request_duration_seconds',
  help: 'Time from the first byte of a request to the last byte of its response, by operation',
  labelNames: ['operation'],
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers,
});

/** Requests that were refused to protect the server or an account; the reason is a key of the `problems` texts. */
export const httpRefused = new Counter({
  name: 'challenge_http_refused_total',
  help: 'Requests refused with 429 or 503, by reason',
  labelNames: ['reason'],
  registers,
});

/** Browsers that wait for live updates. */
export const liveStreams = new Gauge({
  name: 'challenge_live_streams',
  help: 'Open streams of live updates',
  registers,
});

/** Activities that people logged and workouts that sources reported for the first time. */
export const activitiesLogged = new Counter({
  name: 'challenge_activities_logged_total',
  help: 'Logged activities and newly reported workouts, by source',
  labelNames: ['source'],
  registers,
});

/** Calls to connected services; the outcome is `ok` or the kind of a ProviderError. */
export const serviceCalls = new Counter({
  name: 'challenge_service_calls_total',
  help: 'Reads and changes at connected services, by service and outcome',
  labelNames: ['service', 'outcome'],
  registers,
});
