import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import type { FastifyInstance } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import { api } from '../contract/api.ts';
import type { DemoServices } from '../demo/demo-services.ts';
import { prepareDemo } from '../demo/prepare-demo.ts';
import type { DemoSignIn } from '../demo/sign-in/demo-sign-in.ts';
import { buildApp } from './app.ts';
import { serveCopies } from './backup/copy-socket.ts';
import { outdatedBuild } from './built-version.ts';
import { accountRemovalHooks } from './composition.ts';
import { type Database, openDatabase } from './db/db.ts';
import { checkDetailsKey } from './db/details-key.ts';
import { migrate } from './db/migrate.ts';
import { type Env, readEnv } from './env.ts';
import { integrationDependencies } from './integrations/dependencies.ts';
import { startIntegrationJobs, subscriptions } from './integrations/jobs.ts';
import { openProviders } from './integrations/providers/registry.ts';
import {
  receiverHeartbeatSeconds,
  recordReceiverHeartbeat,
} from './integrations/webhooks/receiver-heartbeat.ts';
import { startJobs } from './jobs.ts';
import { failedStart } from './kit/failed-start.ts';
import { openProbe } from './kit/health.ts';
import { trustedSender } from './kit/logged-requests.ts';
import { outboxMailer, smtpMailer } from './kit/mail.ts';
import { measureRequests, operationNames } from './kit/measured-requests.ts';
import { openQueue } from './kit/queue.ts';
import { logLine, reporter } from './kit/reporter.ts';
import { type Heartbeat, startHeartbeat } from './management/tasks/heartbeat.ts';
import { startMonitoring } from './monitoring.ts';
import type { Mailing } from './outbox/mail-jobs.ts';
import { startAnonymisation } from './people/deletion/anonymisation-jobs.ts';
import { adoptingMilliseconds, textRefresher } from './platform/texts/text-refresh.ts';
import { loadTexts, openTranslator, translator } from './platform/texts/texts.ts';
import { makeFirstOrganiserLink } from './sign-in/first-organiser/first-organiser.ts';
import { type Provider, servicesOf } from './sign-in/identities/provider.ts';
import { passwordUsers } from './sign-in/sessions/password-access.ts';

// Lets the heap grow by 15 % between two collections of old objects. By default, V8 lets it grow up to fourfold, and a
// busy process takes at least 150 MB more without being faster. Node does not accept this flag in NODE_OPTIONS.
setFlagsFromString('--heap-growing-percent=15');

/** How long the process may take to exit after a signal, in milliseconds. */
const endWithin = 10_000;

/** Aborted if a second signal asks the process not to wait for the load balancer. */
const draining = new AbortController();
let isStopping = false;

const report = reporter((line) => process.stderr.write(`${process.stderr.isTTY ? line : logLine(line)}\n`));
const outdated = outdatedBuild();
if (outdated) fail(new Error(outdated));
const env = await readEnv(process.env).catch(fail);
const database = await openDatabase(env).catch(fail);
await migrate(database.db).catch((error) => fail(failedStart(error, env.databaseUrl)));
await checkDetailsKey(database.db).catch((error) => fail(failedStart(error, env.databaseUrl)));
const welcome = await prepareDemo(database, env, Temporal.Now.instant());
const queue = openQueue(database.pool, {
  works: env.role !== 'web',
  report,
});
const operationOf = operationNames(api, env.basePath);
const tracing = env.role === 'jobs' ? undefined : await startTraces(env);
const demoServices = welcome.length > 0 ? await demoServicesOf(env) : undefined;
const providers = openProviders({ ...demoServices?.clients, ...env.couplingClients });
/** Resolved when everything is running that `end` stops. */
const started = Promise.withResolvers<void>();
// A process may be stopped as soon as it accepts requests.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end);
const web = env.role === 'jobs' ? undefined : await startWeb(env, database);
if (web)
  queue.every(receiverHeartbeatSeconds, () => recordReceiverHeartbeat(database.db, Temporal.Now.instant()));
if (env.role !== 'web') {
  const work = integrationDependencies(database.db, queue, env.secret, providers, Temporal.Now.instant);
  const mailing = await mailingFor(env, database);
  await startJobs(queue, mailing);
  await startIntegrationJobs(queue, work, mailing, env.secret);
  await startAnonymisation(
    queue,
    { db: database.db, clock: Temporal.Now.instant, removalHooks: accountRemovalHooks(work) },
    mailing,
    report,
  );
  await (await queue.enqueuer(subscriptions))(database.db, {});
}
const copies = await startCopies(env, database);
const heartbeat =
  env.role === 'web' ? undefined : await startHeartbeat(database.db, Temporal.Now.instant, report);
const endMonitoring = await monitored(env, database);
const endProbe = heartbeat && env.role === 'jobs' ? await startProbe(env, heartbeat) : undefined;
if (web) {
  const first = await firstOrganiserLine(env, database);
  const passwords = await passwordsLine(web.identityProviders, database);
  const warnings = [...web.warnings, ...(demoServices?.warnings ?? [])];
  const lines = [`Ready at ${env.publicUrl}`, ...welcome, ...first, ...passwords, ...warnings];
  process.stdout.write(`${lines.join('\n')}\n`);
} else process.stdout.write('Running jobs: scheduled work, emails and webhooks.\n');
started.resolve();
tellSystemd();

/**
 * Tells systemd that this process is ready, if the unit waits for that. Calls `systemd-notify`, because Node cannot
 * write to systemd's socket.
 */
function tellSystemd(): void {
  if (!process.env.NOTIFY_SOCKET) return;
  spawn('systemd-notify', ['--ready'], { stdio: 'ignore' }).once('error', report);
}

/** Returns the line to print while the platform has no organiser. */
async function firstOrganiserLine(settings: Env, { db }: Database): Promise<string[]> {
  const token = await makeFirstOrganiserLink(db, Temporal.Now.instant());
  if (!token) return [];
  return [
    `Create the first organiser at ${settings.publicUrl}first-organiser/${token} (once, within 24 hours)`,
  ];
}

/** Lets `npm run backup` copy the embedded database, which only this process can open. */
async function startCopies({ dataDir }: Env, { copyFiles }: Database) {
  if (!copyFiles) return undefined;
  return serveCopies(dataDir, copyFiles).catch((error) => {
    report(new Error(`Warning: backups are possible only while the server is stopped: ${error.message}`));
    return undefined;
  });
}

/** Serves the health checks of a process that only runs jobs, if a port is set. */
async function startProbe({ host, probePort, basePath }: Env, { isBeating }: Heartbeat) {
  if (probePort === undefined) return undefined;
  return openProbe(
    { host, port: probePort, basePath },
    async () => isBeating() && (await database.isReady()),
  ).catch((error) => fail(new Error(`PROBE_PORT: ${error.message}`)));
}

/** Serves metrics, if a port is set. */
async function monitored({ host, metricsPort }: Env, opened: Database) {
  if (metricsPort === undefined) return undefined;
  return startMonitoring({ host, port: metricsPort }, opened, queue).catch((error) =>
    fail(new Error(`METRICS_PORT: ${error.message}`)),
  );
}

/**
 * Starts tracing, if it is on. The module is loaded only if needed, because it takes memory and slows down
 * the start.
 */
async function startTraces({ tracing: settings, trustedProxies }: Env) {
  if (!settings) return undefined;
  const { startTracing } = await import('./kit/tracing.ts');
  return startTracing({ ...settings, isTrusted: trustedSender(trustedProxies), operationOf });
}

/** Returns a warning if no organiser could sign in with the configured identity providers. */
async function passwordsLine(providers: Provider[], { db }: Database): Promise<string[]> {
  if ((await passwordUsers(db, servicesOf(providers))) !== 'organisers') return [];
  return [
    'Warning: people can sign in only with identity providers, but no organiser has signed in with one of IDENTITY_PROVIDERS yet. Until then, organisers can also sign in with a password.',
  ];
}

/** Prints an error without a stack trace and exits: invalid settings and locked data are not bugs. */
function fail(error: Error): never {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

async function startWeb(
  settings: Env,
  opened: Database,
): Promise<{ identityProviders: Provider[]; warnings: string[]; stop: () => Promise<void> }> {
  const [webFolder, managementFolder, docsFolder] = ['web', 'management', 'docs'].map((name) =>
    fileURLToPath(new URL(`../dist/${name}`, import.meta.url)),
  ) as [string, string, string];
  const hasPage = (folder: string) => existsSync(join(folder, 'index.html'));
  const isBuilt = [webFolder, managementFolder].every(hasPage);
  const demoSignIn = welcome.length > 0 ? await demoSignInOf(settings) : undefined;
  const identityProviders = [...settings.identityProviders, ...(demoSignIn ? [demoSignIn.provider] : [])];
  const app = await buildApp({
    database: opened,
    queue,
    basePath: settings.basePath,
    secret: settings.secret,
    publicUrl: settings.publicUrl,
    trustedProxies: settings.trustedProxies,
    identityProviders,
    couplings: { providers, isSandbox: demoServices !== undefined },
    securityContact: settings.securityContact,
    logLevel: settings.logLevel ?? (welcome.length > 0 ? 'warn' : 'info'),
    observers: [
      ...(tracing ? [tracing.observe] : []),
      ...(settings.metricsPort === undefined
        ? []
        : [(watched: FastifyInstance) => measureRequests(watched, operationOf)]),
    ],
    mail: { server: mailServerOf(settings), sender: settings.mailFrom },
    isStopping: () => isStopping,
    ...(isBuilt ? { appFolders: { web: webFolder, management: managementFolder } } : {}),
    ...(hasPage(docsFolder) ? { docsFolder } : {}),
  });
  await demoSignIn?.serve(app);
  await demoServices?.serve(app);
  await app.listen({ host: settings.host, port: settings.port });
  const warnings = isBuilt
    ? []
    : ['Warning: the apps are not built, so no pages are served. Run `npm run build` and start again.'];
  return { identityProviders, warnings, stop: () => app.close() };
}

/** Returns the host and port of the mail server, without credentials. */
function mailServerOf({ smtpUrl }: Env): string | undefined {
  return smtpUrl ? new URL(smtpUrl).host : undefined;
}

/** Opens the demo's identity provider. The module is loaded only for a demo. */
async function demoSignInOf(settings: Env): Promise<DemoSignIn> {
  const { openDemoSignIn } = await import('../demo/sign-in/demo-sign-in.ts');
  return openDemoSignIn({ ...settings, translate: translator(await loadTexts()) });
}

/** Opens the demo's simulated services. The module is loaded only for a demo. */
async function demoServicesOf(settings: Env): Promise<DemoServices> {
  const { openDemoServices } = await import('../demo/demo-services.ts');
  return openDemoServices({ ...settings, translate: translator(await loadTexts()) });
}

async function mailingFor(settings: Env, { db }: Database): Promise<Mailing> {
  const { smtpUrl, mailFrom, publicUrl, dataDir } = settings;
  const mailer = smtpUrl ? smtpMailer(smtpUrl, mailFrom) : outboxMailer(join(dataDir, 'outbox'), mailFrom);
  const textTranslator = openTranslator(await loadTexts());
  const adoptTexts = textRefresher(db, textTranslator);
  await adoptTexts();
  setInterval(() => adoptTexts().catch(() => undefined), adoptingMilliseconds).unref();
  return { db, mailer, translate: textTranslator.translate, publicUrl };
}

/**
 * Stops the process. Serves requests for some more seconds, while `/readyz` tells the load balancer to send
 * no more; a second signal ends this wait.
 */
async function end(): Promise<void> {
  if (isStopping) return draining.abort();
  isStopping = true;
  const startTakesTooLong = setTimeout(() => process.exit(1), endWithin);
  await started.promise;
  clearTimeout(startTakesTooLong);
  if (web) await wait(env.drainSeconds * 1000, undefined, { signal: draining.signal }).catch(() => undefined);
  setTimeout(() => process.exit(1), endWithin).unref();
  heartbeat?.stop();
  await web?.stop();
  await endProbe?.();
  await copies?.();
  await endMonitoring?.();
  await queue.stop();
  demoServices?.stop();
  await database.close();
  await tracing?.stop();
  process.exit(0);
}
