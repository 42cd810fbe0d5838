import { queryOptions } from '@tanstack/react-query';
import * as consents from '../../contract/consents.ts';
import type { Language } from '../../contract/kit/fields.ts';
import { call } from '../kit/call.ts';

/** Returns the query for the current consent text in a language. */
export const consentTextQuery = (language: string) =>
  queryOptions({
    queryKey: ['consents', 'text', language],
    queryFn: () => call(consents.current, { query: { locale: language as Language } }),
  });

/** The signed-in person's answers to consent texts. */
export const ownConsentQuery = queryOptions({
  queryKey: ['consents', 'mine'],
  queryFn: () => call(consents.mine, {}),
});
