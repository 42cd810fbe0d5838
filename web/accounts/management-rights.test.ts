import { expect, it } from 'vitest';
import en from '../i18n/en/who-sees-what.json' with { type: 'json' };
import { managementRights } from './management-rights.ts';

const rightsOf = (wanted: string) => managementRights().find(({ noun }) => noun === wanted);

it('derives who may change and who may see from the calls', () => {
  expect(rightsOf('changes')).toEqual({ noun: 'changes', organisers: 'sees', moderators: 'nothing' });
  expect(rightsOf('faq-questions')).toMatchObject({ organisers: 'changes', moderators: 'nothing' });
});

it('names every managed resource, so that «who sees what» is complete', () => {
  const named = Object.keys(en.managed);
  // Everything in the organisers' app needs a description in each language's `who-sees-what.json`.
  expect(managementRights().filter(({ noun }) => !named.includes(noun))).toEqual([]);
});
