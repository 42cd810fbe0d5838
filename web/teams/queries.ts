import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import * as teams from '../../contract/teams.ts';
import { settingsQuery } from '../configs/queries.ts';
import { CallFailure, call } from '../kit/call.ts';
import { meKey } from '../kit/query-client.ts';

/** All teams that have members, sorted by name. */
const teamsQuery = queryOptions({
  queryKey: ['teams', 'all'],
  queryFn: async () => (await call(teams.list, {}))['hydra:member'],
});

export const teamQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['teams', 'one', uuid],
    queryFn: () => call(teams.one, { params: { uuid } }),
  });

/** Returns the query for the current members of a team. */
export const membersQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['teams', 'members', uuid],
    queryFn: async () => (await call(teams.members, { params: { uuid } }))['hydra:member'],
  });

/** Returns the query for the contributions of a team's members in a challenge. */
export const distributionQuery = (uuid: string, challenge: string) =>
  queryOptions({
    queryKey: ['teams', 'distribution', uuid, challenge],
    queryFn: () => call(teams.distribution, { params: { uuid }, query: { challenge } }),
  });

/** Returns the signed-in person's team: null without a team or if teams are switched off, undefined while loading. */
export function useOwnTeam({ enabled = true } = {}): teams.ChallengeTeam | null | undefined {
  const { data: settings } = useQuery(settingsQuery);
  const isOn = settings?.teamsEnabled;
  const { data: all } = useQuery({ ...teamsQuery, enabled: enabled && Boolean(isOn) });
  if (isOn === false) return null;
  return all && (all.find(({ isMember }) => isMember) ?? null);
}

/** Creates a team with the signed-in person as the captain. */
export function useCreateTeam() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof teams.NewTeam>) => call(teams.create, { body }),
    onSuccess: () => refresh(client),
  });
}

/** Joins or leaves a team. */
export function useChangeMembership(change: typeof teams.join | typeof teams.leave, uuid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(change, { params: { uuid } }),
    onSuccess: () => refresh(client),
  });
}

/**
 * Makes another member the captain of a team. If the session has ended, the app asks the person to sign in
 * again.
 */
export function useHandOver(uuid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (member: string) => call(teams.handOver, { params: { uuid }, body: { member } }),
    onSuccess: () => refresh(client),
    onError: (failure) => {
      if (failure instanceof CallFailure && failure.sessionEnded)
        client.invalidateQueries({ queryKey: meKey });
    },
  });
}

/** Refetches everything that depends on the members of teams. */
function refresh(client: QueryClient): Promise<unknown> {
  return Promise.all(['teams', 'rankings'].map((first) => client.invalidateQueries({ queryKey: [first] })));
}
