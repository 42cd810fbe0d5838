import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { Operation } from '../../contract/kit/operation.ts';
import { hydraDocuments } from './hydra-documents.ts';
import { notFound } from './problem-error.ts';
import { cacheResponses } from './response-cache.ts';
import { fileMediaType } from './sent-file.ts';

/** Collects all routes registered after this call into an OpenAPI document; `sessionCookie` is the cookie's name. */
export async function collectOpenApi(app: FastifyInstance, sessionCookie: string): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Company challenge', version: '1.0.0' },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
          token: { type: 'http', scheme: 'bearer' },
        },
      },
    },
    transform: ((route: never) => withFile(jsonSchemaTransform(route))) as never,
  });
}

/** Documents a call's file upload: the media type and the name of the part. */
function withFile<Route extends { schema: object }>(route: Route): Route {
  const { consumes } = route.schema as { consumes?: string[] };
  if (!consumes?.includes(fileMediaType)) return route;
  const file = { type: 'string', format: 'binary' };
  return {
    ...route,
    schema: { ...route.schema, body: { type: 'object', properties: { file }, required: ['file'] } },
  };
}

/**
 * Serves the API's documents: entry point, Hydra documentation, contexts, templates, and the OpenAPI document with its
 * HTML pages. `origin` is the public origin.
 */
export async function serveApiDocuments(
  app: FastifyInstance,
  api: Record<string, Record<string, Operation>>,
  origin: string | undefined,
): Promise<void> {
  const root = '/platform/api';
  // Written on the first request, so that the server starts sooner.
  let written: ReturnType<typeof hydraDocuments> | undefined;
  const documents = () => {
    written ??= hydraDocuments(api, app.prefix);
    return written;
  };
  const originOf = (request: FastifyRequest) => origin ?? `${request.protocol}://${request.host}`;
  const ld = 'application/ld+json; charset=utf-8';

  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith(`${app.prefix}${root}`)) return;
    const address = `${originOf(request)}${app.prefix}${root}/docs.jsonld`;
    reply.header('link', `<${address}>; rel="http://www.w3.org/ns/hydra/core#apiDocumentation"`);
  });

  await app.register(async (documented) => {
    cacheResponses(documented, originOf);
    const hidden = { schema: { hide: true } } as object;
    documented.get(root, hidden, (_request, reply) => reply.type(ld).send(documents().entrypoint));
    documented.get(`${root}/docs.jsonld`, hidden, (request, reply) =>
      reply.type(ld).send(documents().documentation(originOf(request))),
    );
    documented.get<{ Params: { name: string } }>(`${root}/contexts/:name`, hidden, (request, reply) => {
      const context = documents().context(originOf(request), request.params.name);
      if (!context) throw notFound();
      return reply.type(ld).send(context);
    });
    documented.get<{ Params: { name: string } }>(`${root}/templates/:name`, hidden, (request, reply) => {
      const template = documents().template(request.params.name);
      if (!template) throw notFound();
      return reply.type(ld).send(template);
    });
    documented.get(`${root}/docs.json`, hidden, () => app.swagger());
    await documented.register(fastifySwaggerUi, {
      routePrefix: `${root}/docs`,
      indexPrefix: app.prefix,
      // The pages of Swagger UI use inline styles.
      transformStaticCSP: (policy) => policy.replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'"),
    });
  });
}
