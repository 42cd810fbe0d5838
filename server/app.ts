import fastifyCompress from '@fastify/compress';
import fastifyFormBody from '@fastify/formbody';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { Temporal } from 'temporal-polyfill';
import { api } from '../contract/api.ts';
import type { Language } from '../contract/kit/fields.ts';
import { authenticateByToken, ingestLimit } from './activities/importing/ingest/token-access.ts';
import { rememberedChallenge } from './challenges/current-challenge.ts';
import type { Context } from './context.ts';
import { type CommitOptions, CommitQueries, type Commits } from './db/commits.ts';
import { databaseLimits } from './db/database-limits.ts';
import type { Database, Db } from './db/db.ts';
import { withBudget } from './db/wait-budget.ts';
import { integrationDependencies } from './integrations/dependencies.ts';
import type { Providers } from './integrations/provider-access.ts';
import { collectOpenApi, serveApiDocuments } from './kit/api-documents.ts';
import { asksFresh } from './kit/asks-fresh.ts';
import { limitBodies } from './kit/body-limits.ts';
import type { ResponseKeeper } from './kit/cached-responses.ts';
import { endConnectionsWhenClosing } from './kit/closing.ts';
import { serveDocs } from './kit/docs-site.ts';
import { serveHealth } from './kit/health.ts';
import { type AnswerKeeper, idempotentRunner } from './kit/idempotent-call.ts';
import { irisUnder } from './kit/iris.ts';
import { readJson } from './kit/json-bodies.ts';
import { logRequests, requestIds, trustedSender } from './kit/logged-requests.ts';
import { MemoryCache } from './kit/memory-cache.ts';
import type { RoutingHooks } from './kit/mount.ts';
import { frameAt } from './kit/page-frames.ts';
import { notFound, ProblemError } from './kit/problem-error.ts';
import { problemSender } from './kit/problems.ts';
import type { Queue } from './kit/queue.ts';
import { compressedFrom, type ReadyAnswer } from './kit/ready-answer.ts';
import { countForPerson, limitWaits } from './kit/request-budget.ts';
import { connectionTimeouts } from './kit/request-limits.ts';
import { rejectCrossSite } from './kit/same-site.ts';
import { serveSecurityContact } from './kit/security-contact.ts';
import { setSecurityHeaders } from './kit/security-headers.ts';
import { openPage, type PageSettings, serveAddressesOfPage, serveFiles } from './kit/web-app.ts';
import { mountManagedOperations } from './managed-operations.ts';
import { mountOperations, type Parts } from './operations.ts';
import type { MailSetUp } from './outbox/routes.ts';
import { stranger } from './people/person.ts';
import { personReader } from './people/person-info.ts';
import { signedInPeople } from './people/signed-in-people.ts';
import { appHeader } from './platform/settings/app-header.ts';
import { barColours } from './platform/settings/bar-colours.ts';
import { companyStyle } from './platform/settings/company-colour.ts';
import { manifestPath, serveManifest } from './platform/settings/manifest.ts';
import { pictureOrigins } from './platform/settings/picture-origins.ts';
import { platformName } from './platform/settings/platform-name.ts';
import { languageOf } from './platform/texts/language.ts';
import { refreshTextsPeriodically, textRefresher } from './platform/texts/text-refresh.ts';
import { loadTexts, openTranslator } from './platform/texts/texts.ts';
import { serveBoardChanges } from './rankings/live-boards.ts';
import { Ranks } from './rankings/place-on-board.ts';
import { rankingHeading } from './rankings/ranking-heading.ts';
import { type ContextSources, RequestContext } from './request-context.ts';
import { openProviders, type Provider } from './sign-in/identities/provider.ts';
import { authorise } from './sign-in/sessions/authorisation.ts';
import { cookieName } from './sign-in/sessions/cookie-settings.ts';
import { errorForDeletedAccount } from './sign-in/sessions/deleted-account.ts';
import { isOfManagement, pageFor } from './sign-in/sessions/page-for.ts';
import { likelyLanguages, pageLanguage } from './sign-in/sessions/page-language.ts';
import {
  authenticate,
  isLikelySignedIn,
  isSignedIn,
  registerSessions,
  setsCookies,
  skipSessionSave,
} from './sign-in/sessions/session.ts';

export interface AppSettings {
  database: Database;
  /** The queue for background jobs. */
  queue: Queue;
  basePath: string;
  secret: string;
  /**
   * The public address of the app, including the base path; if undefined, the address of each request is
   * used.
   */
  publicUrl?: string;
  /**
   * The proxies that are trusted to forward the client's address and protocol: names or networks in the syntax of
   * `proxy-addr`.
   */
  trustedProxies?: string;
  logLevel: string;
  /** The identity providers for signing in. */
  identityProviders?: Provider[];
  /** The services that people may connect to, if any; `isSandbox` is true if the services are simulated. */
  couplings?: { providers: Providers; isSandbox: boolean };
  /** How this server sends emails; if undefined, emails are written to a folder. */
  mail?: MailSetUp;
  /** The built apps for participants and organisers; undefined in tests that use only the API. */
  appFolders?: { web: string; management: string };
  /** The URL for reporting vulnerabilities of this installation. */
  securityContact?: string | undefined;
  /** The built documentation site, if it is served. */
  docsFolder?: string;
  /**
   * Whether the server is about to stop: it still serves requests, but the load balancer should send no more.
   */
  isStopping?: () => boolean;
  /** Functions that add hooks for metrics and traces, before all other hooks. */
  observers?: ((app: FastifyInstance) => void)[];
  clock?: () => Temporal.Instant;
}

/** The default size limit for request bodies: a megabyte is far more than the largest form sends. */
const bodyLimit = 1024 * 1024;

/**
 * How much older than the database cached responses may be, in milliseconds. Under load, `busy.mostAge`
 * (`kit/memory-cache.ts`) is added. Colleagues therefore see each other's kilometres within a quarter of a second,
 * whichever process they use.
 */
const answerCommitOptions = { validFor: 40 };

/** The same for responses that depend only on settings; they are not kept for longer under load. */
const settingsCommitOptions: CommitOptions = { ...answerCommitOptions, subject: 'settings' };

/** The same for the profiles from which cached responses are made, so that they are as new as the responses claim. */
const profileCommitOptions: CommitOptions = { ...answerCommitOptions, subject: 'profiles' };

/**
 * A session is refused immediately if this process has ended it, and within a second if another process has ended it.
 */
const signInCommitOptions: CommitOptions = { subject: 'people', validFor: 1000 };

/**
 * The memory limit for cached responses in bytes, not counting their compressed copies: enough for sixty full boards.
 */
const mostBytesOfAnswers = 32 * 1024 * 1024;

/** The same for responses that depend only on settings: about a hundred of the largest. */
const mostBytesOfSettings = 4 * 1024 * 1024;

/** Builds the whole server, but does not make it listen yet. */
export async function buildApp(settings: AppSettings): Promise<FastifyInstance> {
  const { database, queue, basePath, publicUrl, clock = Temporal.Now.instant } = settings;
  const trustedProxies = settings.trustedProxies ?? 'loopback';
  const secure = publicUrl?.startsWith('https:') ?? false;
  const texts = await loadTexts();
  const iris = irisUnder(basePath);
  const translator = openTranslator(texts);
  const { translate } = translator;
  const adoptTexts = textRefresher(database.db, translator);
  const sendProblem = problemSender({ translate, languageOf, iris });
  const queries = new CommitQueries(database.pool);
  const commits = queries.noticing(answerCommitOptions);
  const ranks = new Ranks(database.db, commits);
  const app = fastify({
    logger: {
      level: settings.logLevel,
      serializers: {
        // The `detail` of a database error is left out, because it quotes the row, including names and email addresses.
        err: ({ name, message, stack = '', code }) => ({ type: name, message, stack, code }),
      },
    },
    bodyLimit,
    // Long enough for a slow start on a busy machine.
    pluginTimeout: 60_000,
    connectionTimeout: connectionTimeouts.silence,
    http: {
      headersTimeout: connectionTimeouts.header,
      connectionsCheckingInterval: connectionTimeouts.checkEvery,
    },
    genReqId: requestIds(trustedSender(trustedProxies)),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies,
    frameworkErrors: (error, request, reply) => sendProblem(error, request, reply),
    routerOptions: { ignoreTrailingSlash: true },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  for (const observe of settings.observers ?? []) observe(app);
  logRequests(app);
  readJson(app);
  app.removeContentTypeParser('text/plain');
  // One operation in the specification uses an HTML form.
  await app.register(fastifyFormBody);

  setSecurityHeaders(app, secure);
  // Brotli level 5 of 11 compresses a full board in 5 ms instead of a second, at the cost of a few per cent more bytes.
  await app.register(fastifyCompress, { threshold: compressedFrom, brotliOptions: { params: { 1: 5 } } });
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const failure = errorForDeletedAccount(error, request);
    const status = failure instanceof ProblemError ? failure.status : (failure.statusCode ?? 500);
    // Saving the session may be what has failed, and would fail again.
    if (status >= 500) skipSessionSave(request);
    sendProblem(failure, request, reply);
  });
  app.setNotFoundHandler((request, reply) => sendProblem(notFound(), request, reply));
  endConnectionsWhenClosing(app);
  limitWaits(app);
  limitBodies(app);
  if (secure)
    app.addHook('onRequest', async ({ headers }) => {
      // If the public address uses https, the browser used https too, even if the proxy does not set the header.
      headers['x-forwarded-proto'] ??= 'https';
    });

  refreshTextsPeriodically(app, adoptTexts);
  if (settings.securityContact)
    serveSecurityContact(app, { basePath, contact: settings.securityContact, clock });
  serveHealth(app, basePath, async () => !settings.isStopping?.() && database.isReady());
  app.addHook('onReady', async () => {
    // Opens the first connection for requests now; if the database is unavailable, later requests try again.
    const budget = { left: databaseLimits.readiness };
    await withBudget(budget, () => database.pool.query('select 1')).catch(() => undefined);
  });

  const built = settings.appFolders && {
    web: { folder: settings.appFolders.web, below: '' },
    management: { folder: settings.appFolders.management, below: 'dashboard/' },
  };
  // Registered separately from the routes that use sessions, because serving files needs no session look-up.
  await app.register(
    async (files) => {
      for (const one of Object.values(built ?? {})) await serveFiles(files, one);
      if (settings.docsFolder) await serveDocs(files, settings.docsFolder);
    },
    { prefix: basePath.slice(0, -1) },
  );
  await app.register(
    async (site) => {
      const signInCommits = queries.noticing(signInCommitOptions);
      const settingsCommits = queries.noticing(settingsCommitOptions);
      await registerSessions(site, {
        pool: database.pool,
        commits: signInCommits,
        secret: settings.secret,
        basePath,
        secure,
      });
      await collectOpenApi(site, cookieName('session', { basePath, secure }));
      const ingestCalls = ingestLimit(database.pool);
      const once = idempotentRunner(database.db, database.pool, settings.secret);
      const people = signedInPeople(database.db, signInCommits);
      // The first request in a new minute makes a response again, because the current day and challenge change with time,
      // even if nothing is written.
      const minuteNow = () => Math.floor((settings.clock?.().epochMilliseconds ?? Date.now()) / 60_000);
      const keyOf = (language: Language, on: string) => `${language} ${on}`;
      const keeperOf = (
        commits: Commits,
        mostBytes: number,
        isNeverBusy: boolean,
      ): ResponseKeeper<Context> => {
        const sizeOf = ({ bytes }: ReadyAnswer) => bytes;
        const answers = new MemoryCache<ReadyAnswer>(commits, {
          mostBytes,
          sizeOf,
          isNeverBusy,
          periodNow: minuteNow,
        });
        return {
          of: ({ language, request }, on, make) => answers.of(keyOf(language, on), make, asksFresh(request)),
          known: ({ language, request }, on) =>
            asksFresh(request) ? undefined : answers.known(keyOf(language, on)),
        };
      };
      const sources: ContextSources = {
        db: database.db,
        standby: database.standby,
        iris,
        clock,
        ranksOn: (board, sport) => ranks.on(board, sport),
      };
      const contextOf = (
        request: FastifyRequest,
        reply: FastifyReply,
        keyed?: { db: Db; keeper: AnswerKeeper },
      ) => new RequestContext(sources, request, reply, keyed);
      const mounting: RoutingHooks<Context> = {
        refuseForeign: rejectCrossSite,
        authenticate: async (request, by) => {
          if (by === 'token') await authenticateByToken(database.db, ingestCalls, request, clock());
          else await authenticate(people, request, clock());
          countForPerson(request);
        },
        authorise: (request, role) => authorise(database.db, request.person, role),
        setsCookies,
        contextOf,
        createOnce: (request, reply, call, create) =>
          once({ ...call, personId: request.person?.id ?? null }, clock(), (db, keeper) =>
            create(contextOf(request, reply, { db, keeper })),
          ),
        forStranger: (context) => Object.create(context, { person: { value: stranger } }),
        cachedResponses: keeperOf(commits, mostBytesOfAnswers, false),
        // Settings change so rarely that they need not be kept for longer while they do.
        cachedResponsesOfSettings: keeperOf(settingsCommits, mostBytesOfSettings, true),
      };
      const { providers = {}, isSandbox = false } = settings.couplings ?? {};
      const parts: Parts = {
        db: database.db,
        pool: database.pool,
        people,
        readPerson: personReader(database.db, queries.noticing(profileCommitOptions)),
        currentChallenge: rememberedChallenge(database.db, settingsCommits),
        queue,
        secret: settings.secret,
        address: publicUrl ?? basePath,
        publicUrl,
        origin: publicUrl && new URL(publicUrl).origin,
        translate,
        texts,
        adoptTexts,
        identityProviders: openProviders(settings.identityProviders ?? []),
        work: integrationDependencies(database.db, queue, settings.secret, providers, clock),
        providers,
        isSandbox,
        mail: settings.mail ?? { server: undefined, sender: '' },
        startedAt: clock(),
      };
      await mountOperations(site, mounting, parts);
      await mountManagedOperations(site, mounting, parts);
      serveBoardChanges(site, {
        db: database.db,
        commits,
        authenticate: (request) => mounting.authenticate(request, 'session'),
      });
      await serveApiDocuments(site, api, parts.origin);
      if (!built) return;
      const page: PageSettings = {
        basePath,
        languageOf: (request) => pageLanguage(database.db, iris, request, clock()),
        isSignedIn,
        likelyLanguages: () => likelyLanguages(database.db),
        isLikelySignedIn,
        nameOf: () => platformName(database.db),
        coloursOf: () => barColours(database.db),
        cardOf: (request, language) => ({
          description: translate(language, 'layout', 'page.description'),
          manifest: basePath + manifestPath(language),
          homeIcon: `${basePath}apple-touch-icon.png`,
          picture: `${parts.origin ?? `${request.protocol}://${request.host}`}${basePath}icon-512.png`,
        }),
        noScriptOf: (language) => translate(language, 'layout', 'page.noScript'),
        signInOf: ({ url }, language) =>
          url.split('?', 1)[0] === basePath
            ? {
                slogan: translate(language, 'sessions', 'signIn.slogan'),
                title: translate(language, 'sessions', 'signIn.title'),
                waiting: translate(language, 'common', 'waiting'),
              }
            : undefined,
        waitingOf: (language) => translate(language, 'common', 'waiting'),
        headerOf: () => appHeader(database.db),
        frameOf: ({ url }) => frameAt(url.slice(basePath.length)),
        headingOf: ({ url }, language) =>
          rankingHeading(database.db, translate, url.slice(basePath.length), language),
        styleOf: () => companyStyle(database.db),
        isFramed: ({ url }) => url.startsWith(iris.of('/map-preview/')),
        pictureOrigins: () => pictureOrigins(database.db, app.log),
      };
      serveManifest(site, database.db, translate);
      const send = {
        web: await openPage(built.web, page),
        management: await openPage(built.management, page),
      };
      serveAddressesOfPage(
        site,
        async (request) => {
          const { app: which, status } = await pageFor(database.db, iris, request);
          return { send: send[which], status };
        },
        (request) => send[isLikelySignedIn(request) && isOfManagement(iris, request) ? 'management' : 'web'],
      );
    },
    { prefix: basePath.slice(0, -1) },
  );
  return app;
}
