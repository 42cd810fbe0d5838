import { sql } from 'kysely';
import { findActivity, shownActivity } from './activities/activity.ts';
import { acceptOrDiscount, reinstate, uphold } from './activities/correction/activity-decisions.ts';
import { approveSport, changeSportRule, mapSportType } from './activities/counting/sport-changes.ts';
import { lockRecords } from './activities/source-records/person-lock.ts';
import { removeAllRecordsOf } from './activities/source-records/records-of-person.ts';
import { lockActivitiesOf, removeActivitiesOf } from './activities/writes/activities-of-person.ts';
import type { ChallengeBoards } from './challenges/managed-challenges.ts';
import { connectedAccountsOf, removeConnectedAccounts, revokeAll } from './integrations/disconnection.ts';
import type { IntegrationDependencies } from './integrations/provider-access.ts';
import type { DecisionEffects } from './moderation/decision-context.ts';
import type { AccountRemovalHooks, TeamEntry } from './people/dependencies.ts';
import { deleteBoards, lockBoardTables } from './rankings/rebuild.ts';
import { keepAnonymousSums } from './rankings/standings-writes.ts';
import { enqueueFullRecount, enqueueRecount, noDays } from './results/challenge-count.ts';
import { removeResults } from './results/reopening.ts';
import { endSession, endSessionsOf } from './sign-in/sessions/session.ts';
import { removeAttemptsOf } from './sign-in/sessions/sign-in.ts';
import { decideAboutComment } from './social/comments/comment-decision.ts';
import { removeCommentsOf } from './social/comments/comments-of-person.ts';
import type { Activities } from './social/found-activity.ts';
import { removeLikesOf } from './social/likes/likes-of-person.ts';
import type { SportChanges } from './sports/managed-rules.ts';
import { handOverTeamBeforeLeaving } from './teams/hand-over.ts';
import { removeMemberships } from './teams/membership.ts';
import { addNewMembers, unknownTeams } from './teams/new-members.ts';

// Lower layers never import higher ones; functions from higher layers are injected here.

export const activitiesForSocial: Activities = { find: findActivity, shown: shownActivity };

export const challengeBoards: ChallengeBoards = {
  hold: lockBoardTables,
  async remove(tx, id) {
    await deleteBoards(tx, sql`board = ${`challenge:${id}`}`);
    // Even a challenge without activities may have frozen results.
    await removeResults(tx, id);
  },
  countNew: (tx, ask, id, startsOn, by) => enqueueRecount(tx, ask, id, noDays(startsOn), by),
  countOtherDays: enqueueRecount,
  countAgain: enqueueFullRecount,
};

export const decisionEffects: DecisionEffects = {
  hideComment: decideAboutComment,
  uphold,
  reinstate,
  acceptOrDiscount,
};

export const sportChanges: SportChanges = {
  changeRule: changeSportRule,
  approve: approveSport,
  mapType: mapSportType,
};

export const teamEntry: TeamEntry = { unknownTeams, addNewMembers };

export const accountRemovalHooks = (work: IntegrationDependencies): AccountRemovalHooks => ({
  handOverTeam: handOverTeamBeforeLeaving,
  endSessions: endSessionsOf,
  endSession,
  async lock(tx, personId) {
    // The source records are locked first, as they are when workouts arrive from a service.
    await lockRecords(tx, personId);
    // The locks are taken in the same order as when people join a team or change an activity.
    await handOverTeamBeforeLeaving(tx, personId);
    await lockActivitiesOf(tx, personId);
  },
  async remove(tx, person, today) {
    await keepAnonymousSums(tx, person.id);
    await removeLikesOf(tx, person.id);
    await removeCommentsOf(tx, person.id);
    await removeAllRecordsOf(tx, person.id);
    await removeActivitiesOf(tx, person.id);
    await removeConnectedAccounts(tx, person.id);
    await removeMemberships(tx, person.id, today);
    await endSessionsOf(tx, person.id);
    await removeAttemptsOf(tx, person);
  },
  async revocation(db, personId) {
    const connected = await connectedAccountsOf(db, personId);
    return () => revokeAll(work, connected);
  },
});
