import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as accounts from '../../contract/accounts.ts';
import { firstOrganiserLink } from '../../contract/first-organiser.ts';
import { CallFailure, call, callFile } from '../kit/call.ts';
import { meKey } from '../kit/query-client.ts';

/** Whether the printed link for the first organiser can be used; fails with 404 if not. */
export const firstOrganiserQuery = (slug: string) =>
  queryOptions({
    queryKey: ['accounts', 'first-organiser', slug],
    queryFn: async () => (await call(firstOrganiserLink, { params: { slug } })) ?? null,
  });

/** Deletes the signed-in person's account. */
export function useDeleteAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (profileId: number) => call(accounts.deleteAccount, { body: { profileId } }),
    // Nobody is signed in any more. Keeps the data of the current page, which would otherwise ask to sign in.
    onSuccess: () => client.setQueryData(meKey, (me: unknown) => me),
    onError: (failure) => askToSignIn(client, failure),
  });
}

/** Fetches everything that the signed-in person has entered, and hands it to the browser as a file. */
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
