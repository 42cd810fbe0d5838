import * as accounts from './accounts.ts';
import * as activities from './activities.ts';
import * as challenges from './challenges.ts';
import * as comments from './comments.ts';
import * as configs from './configs.ts';
import * as consents from './consents.ts';
import * as couplings from './couplings.ts';
import * as decisions from './decisions.ts';
import * as faq from './faq.ts';
import * as firstOrganiser from './first-organiser.ts';
import * as identities from './identities.ts';
import * as ingest from './ingest.ts';
import { callsOf } from './kit/managed-resource.ts';
import type { Operation } from './kit/operation.ts';
import * as likes from './likes.ts';
import * as managedActivities from './managed/activities.ts';
import * as managedChallenges from './managed/challenges.ts';
import * as managedChanges from './managed/changes.ts';
import * as checklist from './managed/checklist.ts';
import * as managedConsents from './managed/consent-texts.ts';
import * as managedFaq from './managed/faq.ts';
import * as managedGuestCodes from './managed/guest-codes.ts';
import * as managedInbox from './managed/inbox.ts';
import * as managedIntegrations from './managed/integrations.ts';
import * as managedMails from './managed/mails.ts';
import * as managedMenus from './managed/menus.ts';
import * as managedPeople from './managed/people.ts';
import * as managedPictures from './managed/pictures.ts';
import * as managedProgressMaps from './managed/progress-maps.ts';
import * as managedProvisioning from './managed/provisioning.ts';
import * as managedSecurityEvents from './managed/security-events.ts';
import { settings as managedSettings } from './managed/settings.ts';
import * as managedSportRules from './managed/sport-rules.ts';
import * as managedSports from './managed/sports.ts';
import * as managedStatistics from './managed/statistics.ts';
import * as managedTasks from './managed/tasks.ts';
import * as managedTeams from './managed/teams.ts';
import { texts as managedTexts } from './managed/texts.ts';
import * as worksCouncilPack from './managed/works-council-pack.ts';
import * as menus from './menus.ts';
import * as passwords from './passwords.ts';
import * as people from './people.ts';
import * as privacyNotice from './privacy-notice.ts';
import * as progressMaps from './progress-maps.ts';
import * as rankings from './rankings.ts';
import * as results from './results.ts';
import * as secondFactor from './second-factor.ts';
import * as sessions from './sessions.ts';
import * as sports from './sports.ts';
import * as teams from './teams.ts';
import * as translations from './translations.ts';
import * as workoutFiles from './workout-files.ts';
import * as workouts from './workouts.ts';

/** All calls of the API. The server routes these calls, the API description lists them, and tests cover each call. */
export const api = {
  accounts: {
    signUp: accounts.signUp,
    modifyData: accounts.modifyData,
    deleteAccount: accounts.deleteAccount,
    removeAccount: accounts.removeAccount,
    exportData: accounts.exportData,
    firstOrganiserLink: firstOrganiser.firstOrganiserLink,
    makeFirstOrganiser: firstOrganiser.makeFirstOrganiser,
  },
  activities: {
    list: activities.list,
    listOfChallenge: activities.listOfChallenge,
    ownDays: activities.ownDays,
    one: activities.one,
    create: activities.create,
    replace: activities.replace,
    remove: activities.remove,
  },
  challenges: {
    list: challenges.list,
    current: challenges.current,
    previous: challenges.previous,
    next: challenges.next,
    one: challenges.one,
    statsOfAll: challenges.statsOfAll,
    stats: challenges.stats,
    progress: challenges.progress,
  },
  comments: {
    list: comments.list,
    create: comments.create,
    remove: comments.remove,
    flag: comments.flag,
  },
  configs: {
    list: configs.list,
    listLanguages: configs.listLanguages,
    switchLanguage: configs.switchLanguage,
  },
  consents: { current: consents.current, mine: consents.mine, decide: consents.decide },
  couplings: {
    list: couplings.list,
    offered: couplings.offered,
    connect: couplings.connect,
    callback: couplings.callback,
    uncouple: couplings.uncouple,
    refresh: couplings.refresh,
  },
  decisions: { list: decisions.list, answer: decisions.answer },
  faq: { one: faq.one },
  identities: {
    providers: identities.providers,
    start: identities.start,
    callback: identities.callback,
    waiting: identities.waiting,
    link: identities.link,
    signUp: identities.signUp,
  },
  ingest: {
    ingest: ingest.ingest,
    listTokens: ingest.listTokens,
    createToken: ingest.createToken,
    revokeToken: ingest.revokeToken,
  },
  likes: { list: likes.list, toggle: likes.toggle },
  managedChallenges: {
    ...callsOf(managedChallenges.challenges),
    create: managedChallenges.create,
    clone: managedChallenges.clone,
    archive: managedChallenges.archive,
    freeze: managedChallenges.freeze,
    days: managedChallenges.days,
    reopen: managedChallenges.reopen,
    resultFile: managedChallenges.resultFile,
    resultArchive: managedChallenges.resultArchive,
  },
  managedActivities: {
    list: managedActivities.list,
    one: managedActivities.one,
    replace: managedActivities.replace,
    remove: managedActivities.remove,
    lookUp: managedActivities.lookUp,
  },
  managedChanges: { list: managedChanges.list, one: managedChanges.one },
  managedConsentTexts: {
    ...callsOf(managedConsents.consentTexts),
    publish: managedConsents.publish,
  },
  managedIntegrations: { list: managedIntegrations.list },
  managedFaqLibraries: callsOf(managedFaq.libraries),
  managedFaqQuestions: callsOf(managedFaq.questions),
  managedInbox: { list: managedInbox.list, one: managedInbox.one, decide: managedInbox.decide },
  managedMails: {
    list: managedMails.list,
    one: managedMails.one,
    again: managedMails.again,
    sendTest: managedMails.sendTest,
    setUp: managedMails.setUp,
  },
  managedMenus: {
    list: managedMenus.menus.list,
    one: managedMenus.menus.one,
    replace: managedMenus.menus.replace,
  },
  managedPictures: { upload: managedPictures.upload, one: managedPictures.one },
  managedSecurityEvents: { list: managedSecurityEvents.list, one: managedSecurityEvents.one },
  managedSettings: {
    list: managedSettings.list,
    one: managedSettings.one,
    replace: managedSettings.replace,
  },
  managedTexts: { list: managedTexts.list, one: managedTexts.one, replace: managedTexts.replace },
  checklist: { read: checklist.read },
  managedStatistics: { one: managedStatistics.one },
  privacyNotice: { read: privacyNotice.read },
  worksCouncilPack: { read: worksCouncilPack.read, pdf: worksCouncilPack.pdf },
  managedSportRules: {
    list: managedSportRules.list,
    change: managedSportRules.change,
    approve: managedSportRules.approve,
    listTypes: managedSportRules.listTypes,
    mapType: managedSportRules.mapType,
  },
  managedTasks: { list: managedTasks.list, one: managedTasks.one, retry: managedTasks.retry },
  managedGuestCodes: { ...callsOf(managedGuestCodes.managedGuestCodes), sheet: managedGuestCodes.sheet },
  managedPeople: {
    list: managedPeople.list,
    one: managedPeople.one,
    create: managedPeople.create,
    replace: managedPeople.replace,
    deactivate: managedPeople.deactivate,
    reactivate: managedPeople.reactivate,
    resendMail: managedPeople.resendMail,
    erase: managedPeople.erase,
    eraseMany: managedPeople.eraseMany,
    inviteAgain: managedPeople.inviteAgain,
    exported: managedPeople.exported,
    importPeople: managedPeople.importPeople,
  },
  managedProvisioning: {
    listTokens: managedProvisioning.listTokens,
    createToken: managedProvisioning.createToken,
    revokeToken: managedProvisioning.revokeToken,
    listGroups: managedProvisioning.listGroups,
    oneGroup: managedProvisioning.oneGroup,
    replaceGroup: managedProvisioning.replaceGroup,
  },
  managedProgressMaps: {
    list: managedProgressMaps.list,
    one: managedProgressMaps.one,
    create: managedProgressMaps.create,
    replace: managedProgressMaps.replace,
    remove: managedProgressMaps.remove,
    gallery: managedProgressMaps.gallery,
    picture: managedProgressMaps.picture,
    lines: managedProgressMaps.lines,
  },
  managedTeams: {
    list: managedTeams.list,
    one: managedTeams.one,
    create: managedTeams.create,
    replace: managedTeams.replace,
    handOver: managedTeams.handOver,
    move: managedTeams.move,
    lock: managedTeams.lock,
    setLock: managedTeams.setLock,
  },
  menus: { list: menus.list },
  passwords: {
    forgot: passwords.forgot,
    resetLink: passwords.resetLink,
    reset: passwords.reset,
    change: passwords.change,
    activate: passwords.activate,
  },
  people: { me: people.me, one: people.one },
  progressMaps: { one: progressMaps.one },
  rankings: { list: rankings.list, listTeams: rankings.listTeams },
  secondFactor: {
    state: secondFactor.state,
    begin: secondFactor.begin,
    confirm: secondFactor.confirm,
    remove: secondFactor.remove,
    step: secondFactor.step,
  },
  results: { one: results.one },
  sessions: {
    signIn: sessions.signIn,
    signOut: sessions.signOut,
    list: sessions.list,
    end: sessions.end,
    endOthers: sessions.endOthers,
  },
  managedSports: { ...callsOf(managedSports.sports), addUsual: managedSports.addUsual },
  sports: { list: sports.list },
  teams: {
    list: teams.list,
    create: teams.create,
    one: teams.one,
    members: teams.members,
    distribution: teams.distribution,
    join: teams.join,
    leave: teams.leave,
    handOver: teams.handOver,
  },
  translations: { one: translations.one, all: translations.all },
  workoutFiles: { receive: workoutFiles.receive },
  workouts: {
    records: workouts.records,
    choose: workouts.choose,
    setCounts: workouts.setCounts,
    separate: workouts.separate,
    questions: workouts.questions,
    answer: workouts.answer,
  },
} satisfies Record<string, Record<string, Operation>>;
