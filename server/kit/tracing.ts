import type { IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { type Context, context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Statement, statements } from '../db/statements.ts';

interface TracingSettings {
  /** The name of this installation in traces. */
  serviceName: string;
  /** The share of requests that are traced, from 0 to 1, unless the caller has already decided. */
  ratio: number;
  isTrusted(request: IncomingMessage): boolean;
  /** Returns the name of the operation that a request calls. */
  operationOf(request: FastifyRequest): string;
}

/** The maximum length of a statement in a span; our longest statement has about this length. */
const longestStatement = 4000;

/** How long a stopping process tries to send its last spans, in milliseconds. */
const stopWithin = 2000;

/**
 * Sends traces over OTLP/HTTP: a span per request, and within it a span per SQL statement. The address and
 * headers come from the standard variables `OTEL_EXPORTER_OTLP_…`, which the exporter reads. Spans contain
 * routes and statements, but no addresses, values or people. Load this module only if traces are on.
 */
export function startTracing({ serviceName, ratio, isTrusted, operationOf }: TracingSettings) {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const tracer = provider.getTracer('company-challenge');
  const propagator = new W3CTraceContextPropagator();
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(propagator);

  statements.subscribe({
    start: (statement) => {
      // Trace only the statements that a request causes, and not the queue's polling every second.
      if (!trace.getActiveSpan()) return;
      const text = textToTrace(statement.text);
      const operation = text.match(/^\w+/)?.[0]?.toUpperCase() ?? 'SQL';
      const attributes = {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        'db.query.text': text,
      };
      spans.set(statement, tracer.startSpan(operation, { kind: SpanKind.CLIENT, attributes }));
    },
    end: () => undefined,
    asyncStart: () => undefined,
    error: (statement) => void spans.get(statement)?.setStatus({ code: SpanStatusCode.ERROR }),
    asyncEnd: (statement) => void spans.get(statement)?.end(),
  });

  return {
    /** Creates a span for each request. */
    observe(app: FastifyInstance): void {
      const requests = new WeakMap<FastifyRequest, Context>();
      app.addHook('onRequest', (request, reply, next) => {
        const { raw, method, id, routeOptions } = request;
        const outer = isTrusted(raw) ? propagation.extract(context.active(), raw.headers) : context.active();
        const route = routeOptions.url ?? 'unknown';
        const attributes = {
          'http.request.method': method,
          'http.route': route,
          'challenge.operation': operationOf(request),
          'challenge.request_id': id,
        };
        const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, outer);
        const inner = trace.setSpan(outer, span);
        requests.set(request, inner);
        // `close` is also emitted for streams and for clients that leave early; Fastify's hooks do not run
        // for these.
        const { raw: response } = reply;
        response.once('close', () => {
          span.setAttribute('http.response.status_code', response.statusCode);
          if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        });
        context.with(inner, next);
      });
      // The parts of a body arrive outside the request's async context.
      app.addHook('preValidation', (request, _reply, next) =>
        context.with(requests.get(request) ?? context.active(), next),
      );
    },
    /** Sends the remaining spans, if the receiver responds in time. */
    stop: () =>
      Promise.race([
        provider.shutdown().catch(() => undefined),
        setTimeout(stopWithin, undefined, { ref: false }),
      ]),
  };
}

/** The span of each running statement. */
const spans = new WeakMap<Statement, ReturnType<ReturnType<typeof trace.getTracer>['startSpan']>>();

/**
 * Replaces the literals in a statement with question marks. Values are parameters, which are not part of the
 * statement.
 */
const textToTrace = (text: string) =>
  text
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/(?<![\w$])\d+(?:\.\d+)?/g, '?')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longestStatement);
