import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as accounts from '../../contract/accounts.ts';
import { firstOrganiserLink } from '../../contract/first-organiser.ts';
import type { Language } from '../../contract/kit/fields.ts';
import * as privacyNotice from '../../contract/privacy-notice.ts';
import { CallFailure, call, callFile } from '../kit/call.ts';
import { meKey } from '../kit/query-client.ts';

/** Checks the printed link for the first organiser; fails with 404 if the link cannot be used. */
export const firstOrganiserQuery = (slug: string) =>
  queryOptions({
    queryKey: ['accounts', 'first-organiser', slug],
    queryFn: async () => (await call(firstOrganiserLink, { params: { slug } })) ?? null,
  });

/** Returns the query for the privacy notice in a language. */
export const privacyNoticeQuery = (locale: string) =>
  queryOptions({
    queryKey: ['accounts', 'privacy-notice', locale],
    queryFn: () => call(privacyNotice.read, { query: { locale: locale as Language } }),
  });

/** Deletes the signed-in person's account. */
export function useDeleteAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (profileId: number) => call(accounts.deleteAccount, { body: { profileId } }),
    // Keeps the person in the cache; otherwise the page would ask the person to sign in instead of confirming
    // the deletion.
    onSuccess: () => client.setQueryData(meKey, (me: unknown) => me),
    onError: (failure) => askToSignIn(client, failure),
  });
}

/** Fetches everything that the signed-in person has entered, and saves this data as a file. */
export function useDataExport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { file, name } = await callFile(accounts.exportData);
      const link = document.createElement('a');
      link.href = URL.createObjectURL(file);
      link.download = name;
      link.click();
      URL.revokeObjectURL(link.href);
    },
    onError: (failure) => askToSignIn(client, failure),
  });
}

function askToSignIn(client: ReturnType<typeof useQueryClient>, failure: Error): void {
  if (failure instanceof CallFailure && failure.sessionEnded) client.invalidateQueries({ queryKey: meKey });
}
