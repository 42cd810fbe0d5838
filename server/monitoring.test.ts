import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '../scripts/free-port.ts';
import { metrics } from './kit/metrics.ts';
import './monitoring.ts';
import { type ServerDatabase, serverDatabase } from './testing/server-database.ts';
import { type ServerProcess, startServerProcess } from './testing/server-process.ts';

const password = 'a password for the demo';
const email = 'participant@example.com';
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const requestId = 'id-of-the-proxy-0123';

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

let place: ServerDatabase;
let server: ServerProcess;
let exported = '';
const received: { path: string | undefined; type: string | undefined; text: string }[] = [];

/** Receives traces as an OpenTelemetry collector does. */
const collector = createServer(async (request, response) => {
  let text = '';
  for await (const part of request) text += part;
  received.push({ path: request.url, type: request.headers['content-type'], text });
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});

beforeAll(async () => {
  place = await serverDatabase();
  await new Promise<void>((resolve) => {
    collector.listen(0, '127.0.0.1', resolve);
  });
  const port = await freePort();
  server = await startServerProcess({
    ...place.settings,
    DEMO: 'on',
    DEMO_PASSWORD: password,
    LOG_LEVEL: 'info',
    METRICS_PORT: String(port),
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
  });
  const signedIn = await call('global-challenge-login', { username: email, password });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const entry = {
    performedAt: '2026-01-05',
    sport: '/platform/api/sports/1',
    amountType: 'steps',
    steps: 12345,
  };
  const logged = await call('platform/api/activities', entry, {
    cookie,
    'x-request-id': requestId,
    traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
  });
  expect([logged.status, logged.headers.get('x-request-id')]).toEqual([201, requestId]);
  // Only the header is read, so that the stream is still open when the metrics are read.
  const stream = await fetch(`${server.address}/platform/api/board_changes`, { headers: { cookie } });
  expect((await fetch(`${server.address}/nothing`, { method: 'DELETE' })).status).toBe(404);
  await fetch(`${server.address}/sandbox/strava/oauth/authorize`);
  await fetch(`${server.address}/readyz`);
  exported = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  await stream.body?.cancel();
  expect(await (await fetch(`${server.address}/metrics`)).text()).not.toContain('challenge_');
  expect(await server.end('SIGTERM')).toBe(0);
});
afterAll(async () => {
  collector.close();
  await place.remove();
});

const call = (path: string, body?: object, headers: Record<string, string> = {}) =>
  fetch(`${server.address}/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

it('exports metrics about requests, the database, the queue and activities', () => {
  const sampleOf = (sample: string) => {
    const line = exported.split('\n').find((one) => one.startsWith(`${sample} `));
    return line === undefined ? undefined : Number(line.slice(sample.length + 1));
  };
  expect({
    logged: sampleOf('challenge_http_requests_total{operation="activities.create",status="2xx"}'),
    unknown: sampleOf('challenge_http_requests_total{operation="unknown",status="4xx"}'),
    durations: sampleOf('challenge_http_request_duration_seconds_count{operation="sessions.signIn"}'),
    activities: sampleOf('challenge_activities_logged_total{source="manual"}'),
    streams: sampleOf('challenge_live_streams'),
    database: sampleOf('challenge_database_up'),
    mails: sampleOf('challenge_mails{state="waiting"}'),
  }).toEqual({ logged: 1, unknown: 1, durations: 1, activities: 1, streams: 1, database: 1, mails: 0 });
  expect(sampleOf('challenge_oldest_job_seconds')).toBeLessThan(60);
  expect(exported).toMatch(/^challenge_database_connections\{pool="\w+",state="in_use"\} \d/m);
});

it('exports no names, addresses or ids in its metrics', () => {
  const labels = [...exported.matchAll(/[{,](\w+)="([^"]*)"/g)].filter(([, name]) => name !== 'le');
  expect(labels.length).toBeGreaterThan(20);
  for (const [, name, value] of labels)
    expect([name, value]).toEqual([name, expect.stringMatching(/^(?!.*(@|\/|[\da-f]{8}-))[\w.-]*$/)]);
});

const dashboard = JSON.parse(readFileSync('deploy/monitoring/grafana-dashboard.json', 'utf8')) as {
  panels: { title: string; targets: { expr: string }[] }[];
};
const rules = parse(readFileSync('deploy/monitoring/alert-rules.yml', 'utf8')) as {
  groups: { rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[];
};
const queries = [
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ...rules.groups.flatMap((group) => group.rules.map(({ alert, expr }) => [alert, expr] as const)),
];
/** The labels that Prometheus itself adds. */
const added = ['job', 'instance', 'le'];

it.each(queries)('exports the metrics that “%s” queries: %s', (_title, expr) => {
  const types = new Map(
    [...exported.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => [name, type]),
  );
  const names = [...expr.matchAll(/\b(?:challenge|nodejs|process)_\w+/g)].map(([name]) => name);
  const known = names.filter((name) => {
    const family = name.replace(/_(bucket|sum|count)$/, '');
    return types.has(name) || types.get(family) === 'histogram';
  });
  expect(known).toEqual(names);
  expect(names.length > 0 || /^up\b/.test(expr)).toBe(true);
  const allowed = names.flatMap((name) => {
    const metric = metrics.getSingleMetric(name.replace(/_(bucket|sum|count)$/, ''));
    return (metric as unknown as { labelNames: string[] } | undefined)?.labelNames ?? [];
  });
  const asked = [
    ...[...expr.matchAll(/(\w+)(?:=~|!=|!~|=)"/g)].map(([, label]) => label),
    ...[...expr.matchAll(/by \(([^)]+)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/)),
  ];
  expect(asked.filter((label) => ![...allowed, ...added].includes(label ?? ''))).toEqual([]);
});

it('shows all of the platform’s own metrics in the dashboard', () => {
  const shown = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n');
  const own = [...exported.matchAll(/^# TYPE (challenge_\w+)/gm)].map(([, name]) => name ?? '');
  expect(own.length).toBeGreaterThan(10);
  expect(own.filter((name) => !shown.includes(name))).toEqual([]);
});

it('sends a trace of each request and its SQL statements, which continues the caller’s trace', () => {
  expect(received.map(({ path, type }) => [path, type])).toContainEqual(['/v1/traces', 'application/json']);
  const spans = received.flatMap(({ text }) =>
    (JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }).resourceSpans.flatMap(
      ({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans),
    ),
  );
  const request = spans.find(({ name }) => name === 'POST /platform/api/activities');
  expect(request).toMatchObject({ traceId, parentSpanId: '00f067aa0ba902b7' });
  expect(request?.attributes).toEqual(
    expect.arrayContaining([
      { key: 'challenge.operation', value: { stringValue: 'activities.create' } },
      { key: 'challenge.request_id', value: { stringValue: requestId } },
      { key: 'http.response.status_code', value: { intValue: 201 } },
    ]),
  );
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
  expect(statements.map(({ name }) => name)).toContain('SELECT');
  expect(statements.every((span) => span.traceId === traceId)).toBe(true);
  // A different request has a different trace.
  expect(spans.find(({ name }) => name === 'POST /global-challenge-login')?.traceId).not.toBe(traceId);
  expect(received.map(({ text }) => text).join('')).not.toMatch(
    /participant@example|\b12345\b|2026-01-05|127\.0\.0\.1/,
  );
});

it('logs one structured line per request, except for requests to simulators and health checks', () => {
  const lines = server
    .printed()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'request')
    .map(({ method, path, status }) => `${method} ${path} ${status}`);
  expect(lines).toEqual([
    'POST /global-challenge-login 200',
    'POST /platform/api/activities 201',
    'DELETE /nothing 404',
    expect.stringMatching(/^GET \/metrics \d+$/),
  ]);
  expect(server.printed()).toContain(`"reqId":"${requestId}"`);
  expect(server.printed()).not.toContain(`${email}"`);
});
