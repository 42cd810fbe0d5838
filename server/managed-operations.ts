import type { FastifyInstance } from 'fastify';
import { api } from '../contract/api.ts';
import { platforms } from '../contract/couplings.ts';
import { activityManagement } from './activities/correction/routes.ts';
import { challengeManagement } from './challenges/managed-routes.ts';
import { progressMapManagement } from './challenges/maps/routes.ts';
import {
  accountRemovalHooks,
  challengeBoards,
  decisionEffects,
  sportChanges,
  teamEntry,
} from './composition.ts';
import type { Context } from './context.ts';
import { integrationManagement } from './integrations/routes.ts';
import { outboxKinds } from './jobs.ts';
import { mount, type RoutingHooks } from './kit/mount.ts';
import { changeRoutes } from './management/routes.ts';
import { withLoggedExports } from './management/security-log/logged-exports.ts';
import { securityManagement } from './management/security-log/routes.ts';
import { taskManagement } from './management/tasks/routes.ts';
import { inboxManagement } from './moderation/managed-routes.ts';
import type { Parts } from './operations.ts';
import { mailManagement } from './outbox/routes.ts';
import { testMailLimit } from './outbox/test-mail.ts';
import { setupRoutes } from './overview/checklist/routes.ts';
import { statisticsRoutes } from './overview/statistics/routes.ts';
import { privacyNoticeRoutes, worksCouncilPackRoutes } from './overview/works-council-pack/routes.ts';
import { peopleManagement } from './people/managed-people-routes.ts';
import { guestCodeManagement } from './people/routes.ts';
import { consentTextManagement } from './platform/consents/routes.ts';
import { faqLibraryManagement, faqQuestionManagement } from './platform/faq/routes.ts';
import { menuManagement } from './platform/menus/routes.ts';
import { allowPictures, pictureRoutes } from './platform/pictures/routes.ts';
import { settingsManagement } from './platform/settings/routes.ts';
import { textManagement } from './platform/texts/routes.ts';
import { provisioningManagement } from './provisioning/managed-routes.ts';
import { resultManagement } from './results/routes.ts';
import { mustKeepOrganiserAccess } from './sign-in/sessions/password-access.ts';
import { sportManagement, sportRuleManagement } from './sports/routes.ts';
import { teamManagement } from './teams/routes.ts';

/**
 * Creates the routes of the organisers' app, and of the privacy notice, which depends on the organisers'
 * settings.
 */
export async function mountManagedOperations(
  site: FastifyInstance,
  mounting: RoutingHooks<Context>,
  parts: Parts,
): Promise<void> {
  const { pool, queue, address, publicUrl, translate, texts, adoptTexts, identityProviders } = parts;
  const { providers, isSandbox, mail, work } = parts;
  mount(site, mounting, api.managedChallenges, {
    ...challengeManagement(queue, challengeBoards),
    ...resultManagement(queue, translate),
  });
  mount(site, mounting, api.managedActivities, withLoggedExports(activityManagement(queue), 'activities'));
  mount(site, mounting, api.managedChanges, withLoggedExports(changeRoutes, 'changes'));
  mount(
    site,
    mounting,
    api.managedIntegrations,
    integrationManagement(queue, { providers, isSandbox, publicUrl: address }),
  );
  mount(site, mounting, api.managedConsentTexts, consentTextManagement);
  mount(site, mounting, api.managedFaqLibraries, faqLibraryManagement);
  mount(site, mounting, api.managedFaqQuestions, faqQuestionManagement);
  mount(site, mounting, api.managedInbox, inboxManagement(queue, decisionEffects));
  mount(
    site,
    mounting,
    api.managedMails,
    withLoggedExports(mailManagement(queue, outboxKinds, testMailLimit(pool), mail), 'mails'),
  );
  mount(site, mounting, api.managedMenus, menuManagement);
  mount(site, mounting, api.managedSecurityEvents, withLoggedExports(securityManagement, 'security-events'));
  mount(
    site,
    mounting,
    api.managedSettings,
    settingsManagement(adoptTexts, (tx) => mustKeepOrganiserAccess(tx, identityProviders)),
  );
  mount(site, mounting, api.managedTexts, textManagement(texts, adoptTexts));
  mount(
    site,
    mounting,
    api.checklist,
    setupRoutes({
      sendsMail: mail.server !== undefined,
      hasServices: Object.keys(providers).length > 0 && !isSandbox,
      startedAt: parts.startedAt,
    }),
  );
  await site.register(async (uploads) => {
    await allowPictures(uploads);
    mount(uploads, mounting, api.managedPictures, pictureRoutes);
  });
  mount(site, mounting, api.managedStatistics, statisticsRoutes);
  const serverSettings = {
    services: platforms.filter((platform) => platform in providers),
    hasIdentityProviders: identityProviders.all.length > 0,
    sendsMail: mail.server !== undefined,
    isEncrypted: address.startsWith('https:'),
  };
  mount(site, mounting, api.worksCouncilPack, worksCouncilPackRoutes(serverSettings));
  mount(site, mounting, api.privacyNotice, privacyNoticeRoutes(serverSettings));
  mount(site, mounting, api.managedSports, sportManagement);
  mount(site, mounting, api.managedSportRules, sportRuleManagement(queue, sportChanges));
  mount(site, mounting, api.managedTasks, taskManagement(queue));
  mount(site, mounting, api.managedGuestCodes, guestCodeManagement(translate, publicUrl));
  mount(
    site,
    mounting,
    api.managedPeople,
    withLoggedExports(peopleManagement(queue, translate, accountRemovalHooks(work), teamEntry), 'people'),
  );
  mount(site, mounting, api.managedProgressMaps, progressMapManagement);
  mount(site, mounting, api.managedProvisioning, provisioningManagement(queue));
  mount(site, mounting, api.managedTeams, teamManagement);
}
