import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import proxyAddr from '@fastify/proxy-addr';
import * as z from 'zod';
import {
  type ClientsSettings,
  clientsOf,
  clientVariables,
} from './integrations/providers/provider-settings.ts';
import { type ProviderSettings, providersSetting } from './sign-in/identities/provider-settings.ts';

/** The settings of a process. They are read once at start-up; no other code reads process.env. */
export interface Env {
  host: string;
  port: number;
  /** The base path; starts and ends with a slash. */
  basePath: string;
  /** The public address of the app; ends with a slash. */
  publicUrl: string;
  /** The proxies whose X-Forwarded-… headers are trusted, separated by commas: addresses, networks or `loopback`. */
  trustedProxies: string;
  databaseUrl: string | undefined;
  /** The URL of a standby of the database, for large reads. */
  databaseReadUrl: string | undefined;
  dataDir: string;
  secret: string;
  /** Whether the platform generated the secret, so that it is stored only in the data folder. */
  isSecretGenerated: boolean;
  /** The key of employer-blind mode; if undefined, the mode is off. */
  detailsKey: string | undefined;
  demo: 'auto' | 'on' | 'off';
  demoPassword: string | undefined;
  role: 'web' | 'jobs' | 'all';
  /** The port for health checks of a process that only runs jobs; if undefined, there are no health checks. */
  probePort: number | undefined;
  /** The port for metrics; if undefined, there are none. */
  metricsPort: number | undefined;
  /** The service name in traces, and the share of requests that are traced; if undefined, tracing is off. */
  tracing: { serviceName: string; ratio: number } | undefined;
  /**
   * How many seconds a web process keeps serving requests after a signal to stop. During this time, it
   * reports that it is not ready.
   */
  drainSeconds: number;
  /** The URL of the mail server; if undefined, emails are written to a folder. */
  smtpUrl: string | undefined;
  /** The sender of emails, as in the `From` header. */
  mailFrom: string;
  /** The identity providers for signing in. */
  identityProviders: ProviderSettings[];
  /** The client credentials for the services that people may connect to. */
  couplingClients: ClientsSettings;
  /** The log level. If undefined, it is `info`, or `warn` in a demo, where people read the output. */
  logLevel: string | undefined;
  /** The URL for reporting vulnerabilities of this installation; if undefined, there is no security.txt. */
  securityContact: string | undefined;
}

/** Returns whether a list of proxies is valid. */
function areProxies(list: string): boolean {
  try {
    proxyAddr.compile(list.split(',').map((one) => one.trim()));
    return true;
  } catch {
    return false;
  }
}

const variables = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  BASE_PATH: z
    .string()
    .default('/')
    .transform((path) => `/${path}/`.replace(/\/+/g, '/')),
  PUBLIC_URL: z.url().optional(),
  TRUSTED_PROXIES: z
    .string()
    .default('loopback')
    .refine(areProxies, 'list addresses or networks, separated by commas, or write loopback'),
  DATABASE_URL: z.string().min(1).optional(),
  DATABASE_READ_URL: z.string().min(1).optional(),
  DATA_DIR: z.string().default('./data'),
  SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  DETAILS_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  DEMO: z.enum(['auto', 'on', 'off']).default('auto'),
  DEMO_PASSWORD: z.string().min(10).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must start with smtp:// or smtps://' }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]+@[^\r\n]+$/, 'must be an email address')
    .optional(),
  IDENTITY_PROVIDERS: providersSetting,
  ...clientVariables,
  SECURITY_CONTACT: z
    .url({ protocol: /^(https|mailto|tel)$/, error: 'must start with mailto: or https:' })
    .optional(),
  ROLE: z.enum(['web', 'jobs', 'all']).default('all'),
  PROBE_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  // The exporter reads these addresses and OpenTelemetry's other variables itself.
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url().optional(),
  OTEL_SERVICE_NAME: z.string().default('company-challenge'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  DRAIN_SECONDS: z.coerce.number().min(0).max(300).default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
});

/** Reads the settings from environment variables. Throws an error with one line per missing or invalid variable. */
export async function readEnv(source: NodeJS.ProcessEnv): Promise<Env> {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = variables.safeParse({ ...(await readFiles(given)), ...given });
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The settings are invalid.\n${lines.join('\n')}`);
  }
  const set = parsed.data;
  if (set.DATABASE_READ_URL && !set.DATABASE_URL)
    throw new Error(
      'DATABASE_READ_URL: can only be set together with DATABASE_URL, because the embedded engine has no standby',
    );
  const secret = set.SECRET ?? (await generatedSecret(set.DATA_DIR, set.DATABASE_URL));
  if (set.DETAILS_KEY === secret) throw new Error('DETAILS_KEY: must not be the same as SECRET');
  if (set.DETAILS_KEY && set.DEMO === 'on')
    throw new Error(
      'DETAILS_KEY: a demo shows everything about its activities; set DEMO=off, or unset DETAILS_KEY',
    );
  const host = set.HOST.includes(':') ? `[${set.HOST}]` : set.HOST;
  const publicUrl =
    set.PUBLIC_URL ?? `http://${host === '127.0.0.1' ? 'localhost' : host}:${set.PORT}${set.BASE_PATH}`;
  return {
    host: set.HOST,
    port: set.PORT,
    basePath: set.BASE_PATH,
    publicUrl: publicUrl.endsWith('/') ? publicUrl : `${publicUrl}/`,
    trustedProxies: set.TRUSTED_PROXIES,
    databaseUrl: set.DATABASE_URL,
    databaseReadUrl: set.DATABASE_READ_URL,
    dataDir: set.DATA_DIR,
    secret,
    isSecretGenerated: set.SECRET === undefined,
    detailsKey: set.DETAILS_KEY,
    demo: set.DETAILS_KEY ? 'off' : set.DEMO,
    demoPassword: set.DEMO_PASSWORD,
    role: set.ROLE,
    probePort: set.PROBE_PORT,
    metricsPort: set.METRICS_PORT,
    tracing:
      (set.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? set.OTEL_EXPORTER_OTLP_ENDPOINT)
        ? { serviceName: set.OTEL_SERVICE_NAME, ratio: set.OTEL_TRACES_SAMPLER_ARG }
        : undefined,
    drainSeconds: set.DRAIN_SECONDS,
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`,
    identityProviders: set.IDENTITY_PROVIDERS,
    couplingClients: clientsOf(set),
    logLevel: set.LOG_LEVEL,
    securityContact: set.SECURITY_CONTACT,
  };
}

/**
 * Reads the variables that are given as files, which is how containers and service managers provide secrets:
 * `SECRET_FILE` is the path of a file with the value of `SECRET`. Ignores empty files, and files for
 * variables that are set directly.
 */
async function readFiles(given: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  const read: Record<string, string> = {};
  for (const name of Object.keys(variables.shape)) {
    const file = given[`${name}_FILE`];
    if (file === undefined || given[name] !== undefined) continue;
    const text = await readFile(file, 'utf8').catch((error) => {
      throw new Error(`${name}_FILE: not readable: ${error.message}`);
    });
    if (text.trim() !== '') read[name] = text.trim();
  }
  return read;
}

/**
 * Returns the secret of an installation that uses the embedded engine. It is created at the first start and
 * stored with the data.
 */
async function generatedSecret(dataDir: string, databaseUrl: string | undefined): Promise<string> {
  if (databaseUrl) throw new Error('SECRET: required with DATABASE_URL, the same in every process');
  const file = join(dataDir, 'secret');
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') throw new Error(`DATA_DIR: not writable: ${message}`);
  }
  return readFile(file, 'utf8');
}
