import { queryOptions } from '@tanstack/react-query';
import * as consents from '../../contract/consents.ts';
import type { Language } from '../../contract/kit/fields.ts';
import { call } from '../kit/call.ts';

/** What people are asked to agree to, in a language. */
export const consentTextQuery = (language: string) =>
  queryOptions({
    queryKey: ['consents', 'text', language],
    queryFn: () => call(consents.current, { query: { locale: language as Language } }),
  });

/** What one has said oneself. */
export const ownConsentQuery = queryOptions({
  queryKey: ['consents', 'mine'],
  queryFn: () => call(consents.mine, {}),
});
