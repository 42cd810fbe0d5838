import { once } from 'node:events';
import type { Platform } from '../../contract/couplings.ts';
import { freePort } from '../../scripts/free-port.ts';
import { googleScopes } from '../../simulators/google/tokens.ts';
import { integrationDependencies } from '../integrations/dependencies.ts';
import { startIntegrationJobs, subscribeAll } from '../integrations/jobs.ts';
import type { IntegrationDependencies } from '../integrations/provider-access.ts';
import { webhookPath } from '../integrations/webhooks/webhook-routes.ts';
import type { Mail } from '../kit/mail.ts';
import { loadTexts, translator } from '../platform/texts/texts.ts';
import { type SimulatedServices, simulatedServices } from './simulated-services.ts';
import { type Browser, type TestApp, testApp, testSecret } from './test-app.ts';

/** A listening server that also runs jobs, connected to simulators that share its clock. */
export interface ConnectingApp extends TestApp {
  services: SimulatedServices;
  work: IntegrationDependencies;
  mails: Mail[];
  /** Returns the webhook address of a service. */
  webhookAddress(platform: Platform): string;
  /**
   * Connects a person to a service through the consent page. Returns the address in the app to which the browser is
   * finally redirected.
   */
  couple(
    person: Browser,
    platform: Platform,
    memberId: string | number,
    decision?: Decision,
  ): Promise<string>;
}

/** A decision on a consent page. */
export interface Decision {
  ticks?: string[];
  allows?: boolean;
  /** Called with the address to which the service redirects; may return another address. */
  rewriteReturn?: (address: string) => string | Promise<string>;
}

/** The checkboxes ticked by default on the consent pages. */
const usualTicks: Record<Platform, string[]> = {
  Fitbit: [googleScopes.activity],
  Garmin: ['ACTIVITY_EXPORT', 'HEALTH_EXPORT', 'HISTORICAL_DATA_EXPORT'],
  Polar: ['Polar Flow'],
  Strava: ['read', 'activity:read'],
};

/** Starts an app with all services simulated. With a details key, the app is in employer-blind mode. */
export async function connectingApp(detailsKey?: string): Promise<ConnectingApp> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const services = await simulatedServices(() => origin);
  const app = await testApp({
    publicUrl: `${origin}/`,
    providers: services.providers,
    works: true,
    detailsKey,
  });
  Object.defineProperty(app.clock, 'now', { get: () => services.world.now() });
  await app.app.listen({ host: 'localhost', port });
  const { db } = app.database;
  await db.insertInto('configs').values({ key: 'stravaApproved', value: 'true' }).execute();
  const work = integrationDependencies(db, app.queue, testSecret, services.providers, () =>
    services.world.now(),
  );
  const mails: Mail[] = [];
  const mailing = {
    db,
    mailer: { send: async (mail: Mail) => void mails.push(mail) },
    translate: translator(await loadTexts()),
    publicUrl: `${origin}/`,
  };
  await startIntegrationJobs(app.queue, work, mailing, testSecret);
  await subscribeAll(work, `${origin}/`, testSecret);
  const webhookAddress = (platform: Platform) => origin + webhookPath(testSecret, platform);
  services.garmin.push.portal.address = webhookAddress('Garmin');
  return {
    ...app,
    services,
    work,
    mails,
    webhookAddress: webhookAddress,
    async couple(person, platform, memberId, { ticks, allows = true, rewriteReturn } = {}) {
      const redirect = await person.send({ method: 'GET', url: `/${platform.toLowerCase()}/connect` });
      const form = new URLSearchParams([
        ['member', String(memberId)],
        ['decision', allows ? 'allow' : 'deny'],
        ...(ticks ?? usualTicks[platform]).map((tick) => ['tick', tick]),
      ]);
      const consented = await fetch(String(redirect.headers.location), {
        method: 'POST',
        body: form,
        redirect: 'manual',
      });
      const back = consented.headers.get('location') ?? '';
      const arrived = (await rewriteReturn?.(back)) ?? back;
      const { pathname, search } = new URL(arrived);
      const response = await person.send({ method: 'GET', url: pathname + search });
      return String(response.headers.location);
    },
    async close() {
      await app.queue.stop();
      const closed = once(app.app.server, 'close');
      await app.close();
      await closed;
      await services.close();
    },
  };
}
