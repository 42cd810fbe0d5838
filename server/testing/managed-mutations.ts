import { api } from '../../contract/api.ts';
import * as comments from '../../contract/comments.ts';
import type { Operation } from '../../contract/kit/operation.ts';
import * as teams from '../../contract/teams.ts';
import { challengeEntry } from './managed-challenge.ts';
import { entryOf, logKilometers, moderationCalls } from './moderation.ts';
import { countChallenges, finishTask } from './tasks.ts';
import { type Browser, idOf, type TestApp } from './test-app.ts';

/** A call by an organiser that must succeed. `form` is the body of an upload. */
export type ManagedCall = [op: Operation, input: { params?: object; body?: object; form?: FormData }];
type Row = Record<string, unknown> & { id: number; version: string };

/**
 * Returns a function for each mutation in the organisers' app, keyed by the mutation's name in the contract. Each
 * function prepares a call that succeeds. The functions may be called in any order and any number of times. Teams and
 * comments must be switched on.
 */
export function managedMutations(
  app: TestApp,
  organiser: Browser,
): Record<string, () => Promise<ManagedCall>> {
  let number = 0;
  const name = (text = 'A name') => ({ en: text, fr: text, nl: text });
  /** Returns a different name each time. */
  const newName = () => {
    number += 1;
    return `new-${number}`;
  };
  const sportRule = { kmFactor: 1, kmPerHour: 10, metresPerStep: 1, dailyCapKm: null };
  const { activity, items } = moderationCalls(() => organiser);

  const create = async (op: Operation, body: object) => (await organiser.call(op, { body })) as Row;
  const on = (op: Operation, { id }: { id: number }, body?: object): ManagedCall => [
    op,
    { params: { id }, ...(body ? { body } : {}) },
  ];
  const person = async () => ({ id: idOf(await app.participant()) });
  /** Changes an existing resource as a form does: sends all fields that were read, some with other values. */
  const replaceOnly = async (op: Operation, one: Operation, params: object, values: object) => {
    const row = (await organiser.call(one, { params })) as Row;
    return [op, { params, body: { ...row, ...values } }] as ManagedCall;
  };

  /** Returns the create, replace and remove calls of a managed resource. */
  const threeWays = (
    domain: string,
    calls: { create: Operation; replace?: Operation; remove?: Operation },
    entry: () => object | Promise<object>,
    values: object,
  ) => {
    const ways: Record<string, () => Promise<ManagedCall>> = {
      [`${domain}.create`]: async () => [calls.create, { body: await entry() }],
    };
    const { replace, remove } = calls;
    const made = async () => create(calls.create, await entry());
    if (replace)
      ways[`${domain}.replace`] = async () => {
        const row = await made();
        return on(replace, row, { ...row, ...values });
      };
    if (remove)
      ways[`${domain}.remove`] = async () => {
        const { id, version } = await made();
        return [remove, { params: { id }, query: { version } }];
      };
    return ways;
  };

  const challengeOf = (changes: object = {}) =>
    create(api.managedChallenges.create, challengeEntry({ uri: newName(), ...changes }));
  const sportOf = () =>
    create(api.managedSports.create, { name: newName(), labels: name(newName()), type: 'other' });
  const loggedActivity = async () => {
    const { uuid } = await logKilometers(await app.participant(), 5);
    return activity(uuid);
  };
  /** Creates a team with a captain and another member. */
  const teamOf = async () => {
    const captain = await app.participant();
    const member = await app.participant();
    const team = await captain.call(teams.create, { body: { name: newName() } });
    await member.call(teams.join, { params: { uuid: team.uuid } });
    const { 'hydra:member': all } = await organiser.call(api.managedTeams.list, {
      query: { itemsPerPage: 1000 },
    });
    const found = all.find(({ uuid }) => uuid === team.uuid);
    if (!found) throw new Error('organisers cannot see a new team');
    return { team: found, captain, member };
  };
  const consentText = { title: name(), content: name() };
  /** Finds the only draft of a consent text, or creates one. */
  const consentDraft = async () => {
    const { 'hydra:member': all } = await organiser.call(api.managedConsentTexts.list, { query: {} });
    const draft = all.find(({ publishedAt }) => publishedAt === null);
    return draft ?? organiser.call(api.managedConsentTexts.create, { body: consentText });
  };
  /** Returns an upload of a picture that contains only a square. */
  const picture = async (): Promise<ManagedCall> => {
    const form = new FormData();
    const square =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
    form.append('file', new Blob([square]), 'logo.svg');
    return [api.managedPictures.upload, { form }];
  };

  const calls: Record<string, () => Promise<ManagedCall>> = {
    ...threeWays('managedChallenges', api.managedChallenges, () => challengeEntry({ uri: newName() }), {
      kilometers: 77,
    }),
    'managedChallenges.clone': async () =>
      on(api.managedChallenges.clone, await challengeOf(), { uri: newName(), startsOn: '2027-01-01' }),
    'managedChallenges.archive': async () =>
      on(api.managedChallenges.archive, await challengeOf({ startsOn: '2026-10-01', endsOn: '2026-10-31' }), {
        archived: true,
      }),
    'managedChallenges.freeze': async () => {
      const challenge = await challengeOf();
      await countChallenges(app);
      return on(api.managedChallenges.freeze, challenge);
    },
    'managedChallenges.reopen': async () => {
      const challenge = await challengeOf();
      await countChallenges(app);
      const task = await organiser.call(api.managedChallenges.freeze, { params: { id: challenge.id } });
      await finishTask(app, task.id);
      return on(api.managedChallenges.reopen, challenge, { reason: 'A day was wrong' });
    },
    'managedActivities.replace': async () => {
      const row = await loggedActivity();
      return on(api.managedActivities.replace, row, { ...entryOf(row), kilometers: 4, reason: 'Too many' });
    },
    'managedActivities.lookUp': async () => {
      const { personId, performedAt } = await loggedActivity();
      return [
        api.managedActivities.lookUp,
        { body: { personId, day: performedAt, reason: 'Asked for a correction' } },
      ];
    },
    'managedActivities.remove': async () => {
      const row = await loggedActivity();
      return on(api.managedActivities.remove, row, { reason: 'Twice', version: row.version });
    },
    'managedConsentTexts.create': async () => {
      const { id, version } = await consentDraft();
      await organiser.call(api.managedConsentTexts.remove, { params: { id }, query: { version } });
      return [api.managedConsentTexts.create, { body: consentText }];
    },
    'managedConsentTexts.replace': async () => {
      const draft = await consentDraft();
      const body = { ...consentText, title: name('Another title'), version: draft.version };
      return on(api.managedConsentTexts.replace, draft, body);
    },
    'managedConsentTexts.remove': async () => {
      const { id, version } = await consentDraft();
      return [api.managedConsentTexts.remove, { params: { id }, query: { version } }];
    },
    'managedConsentTexts.publish': async () => {
      const draft = await consentDraft();
      return on(api.managedConsentTexts.publish, draft, { version: draft.version });
    },
    ...threeWays('managedFaqLibraries', api.managedFaqLibraries, () => ({ name: name(newName()) }), {
      name: name('Another'),
    }),
    ...threeWays(
      'managedFaqQuestions',
      api.managedFaqQuestions,
      async () => {
        const { id } = await create(api.managedFaqLibraries.create, { name: name(newName()) });
        return { libraryId: id, position: 1, problem: name('Why?'), solution: name('So') };
      },
      { problem: name('When?') },
    ),
    'managedInbox.decide': async () => {
      const author = await app.participant();
      const { uuid } = await logKilometers(author, 5);
      const content = newName();
      const comment = await author.call(comments.create, {
        body: { content, activity: `/platform/api/activities/${uuid}` },
      });
      await organiser.call(comments.flag, { body: { comment: comment['@id'], reason: 'Unkind' } });
      const item = (await items()).find(({ comment }) => comment?.content === content);
      if (!item) throw new Error('the flagged comment is not in the inbox');
      return on(api.managedInbox.decide, item, { decision: 'hide', reason: 'Unkind', version: item.version });
    },
    'managedMails.again': async () => {
      await organiser.call(api.managedPeople.resendMail, { params: await person() });
      // Without the job, nothing will send the email.
      await app.database.pool.query('delete from jobs.job');
      const failed = { state: 'failed' } as const;
      const { 'hydra:member': mails } = await organiser.call(api.managedMails.list, { query: failed });
      const [mail] = mails;
      if (!mail) throw new Error('there is no failed email');
      return on(api.managedMails.again, mail);
    },
    'managedMails.sendTest': async () => [api.managedMails.sendTest, {}],
    'managedMenus.replace': async () => {
      const { 'hydra:member': menus } = await organiser.call(api.managedMenus.list, { query: {} });
      const [menu] = menus;
      if (!menu) throw new Error('there is no menu');
      return on(api.managedMenus.replace, menu, {
        items: [{ label: newName(), url: '#info' }],
        version: menu.version,
      });
    },
    'managedPictures.upload': picture,
    'managedSettings.replace': () =>
      replaceOnly(
        api.managedSettings.replace,
        api.managedSettings.one,
        { id: 1 },
        {
          companyColour: '#c2410c',
        },
      ),
    'managedTexts.replace': async () => {
      const { 'hydra:member': texts } = await organiser.call(api.managedTexts.list, { query: {} });
      const [text] = texts;
      if (!text) throw new Error('there are no texts');
      return on(api.managedTexts.replace, text, { own: name(newName()), version: text.version });
    },
    'managedSports.addUsual': async () => {
      const { 'hydra:member': sports } = await organiser.call(api.managedSports.list, {
        query: { q: 'yoga' },
      });
      for (const { id, version } of sports)
        await organiser.call(api.managedSports.remove, { params: { id }, query: { version } });
      return [api.managedSports.addUsual, { body: { names: ['yoga'] } }];
    },
    'managedSportRules.change': async () => {
      const sport = await sportOf();
      await organiser.call(...(on(api.managedSportRules.approve, sport, sportRule) as [never, never]));
      const { rule } = (await organiser.call(api.managedSports.one, { params: { id: sport.id } })) as Row;
      return on(api.managedSportRules.change, sport, { ...sportRule, kmPerHour: 12, replaces: rule });
    },
    'managedSportRules.approve': async () => on(api.managedSportRules.approve, await sportOf(), sportRule),
    'managedSportRules.mapType': async () => {
      const sport = await sportOf();
      await organiser.call(...(on(api.managedSportRules.approve, sport, sportRule) as [never, never]));
      return on(api.managedSportRules.mapType, sport, { source: 'Garmin', sportType: newName() });
    },
    'managedTasks.retry': async () => {
      const [, input] = await (calls['managedChallenges.freeze'] as () => Promise<ManagedCall>)();
      const task = (await organiser.call(api.managedChallenges.freeze, input as never)) as { id: number };
      await app.database.db
        .updateTable('tasks')
        .set({ state: 'failed', problem: 'changedElsewhere', finished_at: app.clock.now.toString() })
        .where('id', '=', task.id)
        .execute();
      return on(api.managedTasks.retry, task);
    },
    ...threeWays('managedGuestCodes', api.managedGuestCodes, () => ({ code: newName() }), { maximumUses: 7 }),
    'managedPeople.create': async () => {
      const email = `${newName()}@example.com`;
      const body = { givenName: 'Nadia', surname: 'Claes', email, language: 'fr' };
      return [api.managedPeople.create, { body }];
    },
    'managedPeople.replace': async () =>
      replaceOnly(api.managedPeople.replace, api.managedPeople.one, await person(), { surname: 'Peeters' }),
    'managedPeople.deactivate': async () =>
      on(api.managedPeople.deactivate, await person(), { reason: 'Left' }),
    'managedPeople.reactivate': async () => {
      const somebody = await person();
      await organiser.call(api.managedPeople.deactivate, { params: somebody, body: {} });
      return on(api.managedPeople.reactivate, somebody, { reason: 'Back' });
    },
    'managedPeople.resendMail': async () => on(api.managedPeople.resendMail, await person()),
    'managedPeople.erase': async () =>
      on(api.managedPeople.erase, await person(), { name: 'Participant Dubois', reason: 'left' }),
    'managedPeople.eraseMany': async () => {
      const people = [(await person()).id, (await person()).id];
      return [api.managedPeople.eraseMany, { body: { people, count: 2, reason: 'mistake' } }];
    },
    'managedPeople.inviteAgain': async () => {
      const [, input] = await (calls['managedPeople.create'] as () => Promise<ManagedCall>)();
      const body = { ...input.body, invite: false };
      const { id } = (await organiser.call(api.managedPeople.create, { body } as never)) as { id: number };
      return [api.managedPeople.inviteAgain, { body: { ids: [id] } }];
    },
    'managedPeople.importPeople': async () => {
      const csv = `given name,surname,email\nNadia,Claes,${newName()}@example.com\n`;
      return [api.managedPeople.importPeople, { body: { csv, keep: true } }];
    },
    ...threeWays('managedProgressMaps', api.managedProgressMaps, () => ({ name: newName(), tour: 'coast' }), {
      name: 'Another coast',
    }),
    'managedProvisioning.createToken': async () => {
      // The number of tokens is limited.
      await app.database.db.deleteFrom('provisioning_tokens').execute();
      return [api.managedProvisioning.createToken, { body: { name: newName() } }];
    },
    'managedProvisioning.revokeToken': async () => {
      await app.database.db.deleteFrom('provisioning_tokens').execute();
      const { uuid } = await organiser.call(api.managedProvisioning.createToken, {
        body: { name: newName() },
      });
      return [api.managedProvisioning.revokeToken, { params: { uuid } }];
    },
    'managedProvisioning.replaceGroup': async () => {
      const now = app.clock.now.toString();
      const { id } = await app.database.db
        .insertInto('provisioned_groups')
        .values({ display_name: newName(), created_at: now, changed_at: now })
        .returning('id')
        .executeTakeFirstOrThrow();
      const { replaceGroup, oneGroup } = api.managedProvisioning;
      return replaceOnly(replaceGroup, oneGroup, { id }, { role: 'moderator' });
    },
    'managedTeams.create': async () => {
      const captainId = idOf(await app.participant());
      return [api.managedTeams.create, { body: { name: newName(), captainId } }];
    },
    'managedTeams.replace': async () => {
      const { team } = await teamOf();
      return on(api.managedTeams.replace, team, { name: newName(), version: team.version });
    },
    'managedTeams.handOver': async () => {
      const { team, member } = await teamOf();
      return on(api.managedTeams.handOver, team, { personId: idOf(member), reason: 'Away' });
    },
    'managedTeams.move': async () => {
      const { member } = await teamOf();
      return on(api.managedTeams.move, { id: idOf(member) }, { teamId: null, from: '2026-11-21' });
    },
    'managedTeams.setLock': async () => [
      api.managedTeams.setLock,
      { body: { from: '2027-03-01', until: `2027-03-${String(10 + (number % 18))}` } },
    ],
    ...threeWays(
      'managedSports',
      api.managedSports,
      () => ({ name: newName(), labels: name(newName()), type: 'other' }),
      {
        labels: name('Another sport'),
      },
    ),
  };
  return calls;
}
