import { expect, it } from 'vitest';
import en from '../i18n/en/who-sees-what.json' with { type: 'json' };
import { managementRights } from './management-rights.ts';

const rightsOf = (wanted: string) => managementRights().find(({ noun }) => noun === wanted);

it('what each role may see and change follows from the access rules of the calls', () => {
  expect(rightsOf('changes')).toEqual({
    noun: 'changes',
    organisers: 'sees',
    moderators: 'nothing',
    analysts: 'nothing',
  });
  expect(managementRights().filter(({ analysts }) => analysts !== 'nothing')).toEqual([
    { noun: 'statistics', organisers: 'sees', moderators: 'nothing', analysts: 'sees' },
  ]);
  expect(rightsOf('faq-questions')).toMatchObject({ organisers: 'changes', moderators: 'nothing' });
});

it('the page «who sees what» describes every managed resource', () => {
  const named = Object.keys(en.managed);
  // Every resource of the organisers' app needs a description in each language's `who-sees-what.json`.
  expect(managementRights().filter(({ noun }) => !named.includes(noun))).toEqual([]);
});
