import type { FastifyInstance } from 'fastify';
import type { Temporal } from 'temporal-polyfill';
import { api } from '../contract/api.ts';
import { EntryGroups } from './activities/entries/entry-groups.ts';
import { allowUploads } from './activities/importing/files/file-uploads.ts';
import { ReadingTurns } from './activities/importing/files/reading-limit.ts';
import { workoutFileRoutes } from './activities/importing/files/routes.ts';
import { revokeTokensOf } from './activities/importing/ingest/personal-token.ts';
import { ingestRoutes } from './activities/importing/ingest/routes.ts';
import { activityRoutes, cachedActivities } from './activities/routes.ts';
import { workoutRoutes } from './activities/workout-routes.ts';
import type { CurrentChallenge } from './challenges/current-challenge.ts';
import { cachedMaps, progressMapRoutes } from './challenges/maps/routes.ts';
import { cachedChallenges, challengeRoutes } from './challenges/routes.ts';
import { accountRemovalHooks, activitiesForSocial } from './composition.ts';
import type { Context } from './context.ts';
import type { Database, Db } from './db/db.ts';
import { encryptorOf } from './db/encryption.ts';
import type { IntegrationDependencies, Providers } from './integrations/provider-access.ts';
import { integrationRoutes } from './integrations/routes.ts';
import { serveWebhooks } from './integrations/webhooks/webhook-routes.ts';
import { mount, type RoutingHooks } from './kit/mount.ts';
import type { Translate } from './kit/problems.ts';
import type { Queue } from './kit/queue.ts';
import { decisionRoutes } from './moderation/routes.ts';
import type { MailSetUp } from './outbox/routes.ts';
import { ownAccountRoutes } from './people/own-account-routes.ts';
import type { PersonReader } from './people/person-info.ts';
import { cachedPeople, peopleRoutes } from './people/routes.ts';
import { organiserCheck, type SignedInPeople } from './people/signed-in-people.ts';
import { consentRoutes } from './platform/consents/routes.ts';
import { faqRoutes } from './platform/faq/routes.ts';
import { listMenuItems } from './platform/menus/menu.ts';
import { cachedMenus, menuRoutes } from './platform/menus/routes.ts';
import { cachedConfigs, configRoutes, type MenuOf } from './platform/settings/routes.ts';
import { translationRoutes } from './platform/texts/routes.ts';
import type { Texts } from './platform/texts/texts.ts';
import { serveScim } from './provisioning/scim-routes.ts';
import { cachedBoards, rankingRoutes } from './rankings/routes.ts';
import { resultRoutes } from './results/routes.ts';
import { proofLimit, secondStepLimit, signInLimits } from './sign-in/attempt-limits/sign-in-limits.ts';
import type { Providers as IdentityProviders } from './sign-in/identities/provider.ts';
import { identityRoutes } from './sign-in/identities/routes.ts';
import { serveSaml } from './sign-in/identities/saml/saml-routes.ts';
import { forgotLimits } from './sign-in/passwords/forgot-password.ts';
import { passwordRoutes } from './sign-in/passwords/routes.ts';
import { passwordUsers } from './sign-in/sessions/password-access.ts';
import { secondFactorRoutes, sessionRoutes } from './sign-in/sessions/routes.ts';
import { signUpRoutes } from './sign-in/sign-up/routes.ts';
import { signUpLimits } from './sign-in/sign-up/sign-up.ts';
import { commentLimit } from './social/comments/comment.ts';
import { commentRoutes } from './social/comments/routes.ts';
import { likeRoutes } from './social/likes/routes.ts';
import { cachedSports, sportRoutes } from './sports/routes.ts';
import { teamRoutes } from './teams/routes.ts';

/** The dependencies of the operations of both apps. */
export interface Parts {
  db: Db;
  pool: Database['pool'];
  /** Finds signed-in people in memory. */
  people: SignedInPeople;
  /** Reads people's profiles from memory. */
  readPerson: PersonReader;
  currentChallenge: CurrentChallenge;
  queue: Queue;
  secret: string;
  /** The public address of the app; only the base path if the address is unknown. */
  address: string;
  /**
   * The public address of the app, including the base path; if undefined, the address of each request is
   * used.
   */
  publicUrl: string | undefined;
  /** The scheme, host and port of the public address. */
  origin: string | undefined;
  translate: Translate;
  texts: Texts;
  /** Loads the texts that organisers have replaced. */
  adoptTexts(): Promise<void>;
  /** The identity providers for signing in. */
  identityProviders: IdentityProviders;
  /** The dependencies of the connected services; `isSandbox` is true if the services are simulated. */
  work: IntegrationDependencies;
  providers: Providers;
  isSandbox: boolean;
  mail: MailSetUp;
  /** When the process started. */
  startedAt: Temporal.Instant;
}

/**
 * The size limit for request bodies from people's own apps, which also send routes and heart rates that we
 * ignore.
 */
const ingestBodyLimit = 10 * 1024 * 1024;

/** Creates the routes for participants and visitors. */
export async function mountOperations(
  site: FastifyInstance,
  mounting: RoutingHooks<Context>,
  parts: Parts,
): Promise<void> {
  const { db, pool, people, queue, secret, origin, translate, texts, identityProviders, work, isSandbox } =
    parts;
  const signIns = signInLimits(pool);
  const signUps = signUpLimits(pool);
  const proofs = proofLimit(pool);
  mount(site, mounting, api.accounts, {
    ...signUpRoutes(queue, signUps),
    ...ownAccountRoutes(translate, accountRemovalHooks(work)),
  });
  mount(site, mounting, api.activities, activityRoutes(new EntryGroups(db)), cachedActivities);
  mount(site, mounting, api.challenges, challengeRoutes, cachedChallenges);
  mount(site, mounting, api.comments, commentRoutes(commentLimit(pool), activitiesForSocial));
  const menuOf: MenuOf = (db, language) => listMenuItems(db, language, false);
  mount(
    site,
    mounting,
    api.configs,
    configRoutes(menuOf, (db) => passwordUsers(db, identityProviders)),
    cachedConfigs,
  );
  mount(site, mounting, api.consents, consentRoutes);
  mount(site, mounting, api.couplings, integrationRoutes({ work, secret, isSandbox, origin }));
  await serveWebhooks(site, { work, queue, secret, isSandbox });
  await serveScim(site, {
    db,
    pool,
    queue,
    translate,
    removalHooks: accountRemovalHooks(work),
    origin,
    clock: work.clock,
  });
  mount(site, mounting, api.decisions, decisionRoutes);
  mount(site, mounting, api.faq, faqRoutes);
  mount(
    site,
    mounting,
    api.identities,
    identityRoutes({ providers: identityProviders, queue, signIns, signUps, origin }),
  );
  await serveSaml(site, mounting, { providers: identityProviders, origin });
  await site.register(async (ingests) => {
    ingests.addHook('onRoute', (route) => {
      route.bodyLimit = ingestBodyLimit;
    });
    mount(ingests, mounting, api.ingest, ingestRoutes(translate));
  });
  mount(site, mounting, api.likes, likeRoutes(activitiesForSocial));
  const isOrganiser = organiserCheck(people);
  mount(site, mounting, api.menus, menuRoutes(isOrganiser), cachedMenus(isOrganiser));
  mount(
    site,
    mounting,
    api.passwords,
    passwordRoutes({
      queue,
      limits: forgotLimits(pool),
      proofs,
      attempts: signIns.ofAccount,
      endTokens: revokeTokensOf,
      translate,
    }),
  );
  mount(site, mounting, api.people, peopleRoutes(parts.readPerson), cachedPeople);
  mount(site, mounting, api.progressMaps, progressMapRoutes, cachedMaps);
  mount(site, mounting, api.rankings, rankingRoutes(parts.readPerson, parts.currentChallenge), cachedBoards);
  const secondFactor = { encryptor: encryptorOf(secret), limit: proofs, steps: secondStepLimit(pool) };
  mount(site, mounting, api.secondFactor, secondFactorRoutes(secondFactor));
  mount(site, mounting, api.results, resultRoutes);
  mount(site, mounting, api.sessions, sessionRoutes(queue, signIns, identityProviders));
  mount(site, mounting, api.sports, sportRoutes, cachedSports);
  mount(site, mounting, api.teams, teamRoutes);
  mount(site, mounting, api.translations, translationRoutes(texts));
  mount(site, mounting, api.workouts, workoutRoutes);
  await site.register(async (uploads) => {
    await allowUploads(uploads);
    mount(uploads, mounting, api.workoutFiles, workoutFileRoutes(new ReadingTurns()));
  });
}
