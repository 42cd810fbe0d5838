import { queryOptions } from '@tanstack/react-query';
import * as identities from '../../contract/identities.ts';
import type { Language } from '../../contract/kit/fields.ts';
import { CallFailure, call } from '../kit/call.ts';

/** Returns the query for the services that people can sign in with, with their labels in a language. */
export const providersQuery = (language: string) =>
  queryOptions({
    queryKey: ['identities', 'providers', language],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => call(identities.providers, { query: { locale: language as Language } }),
  });

/** The pending sign-up of a person who signed in with a service; null if it does not exist or has expired. */
export const waitingQuery = queryOptions({
  queryKey: ['identities', 'waiting'],
  queryFn: () =>
    call(identities.waiting, {}).catch((failure) => {
      if (failure instanceof CallFailure && failure.status === 404) return null;
      throw failure;
    }),
});
