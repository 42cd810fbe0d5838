import { api } from '../../contract/api.ts';
import type { Operation } from '../../contract/kit/operation.ts';

const folder = '/platform/api/management/';

/** What a role may do with a resource of the organisers' app. */
export type Right = 'changes' | 'sees' | 'nothing';

/** A resource of the organisers' app, identified by a noun, and what each role may do with it. */
export interface ManagementRight {
  noun: string;
  organisers: Right;
  moderators: Right;
  analysts: Right;
}

/**
 * Lists what each role may see and change in the organisers' app. Derived from the access rules of the API's
 * calls.
 */
export function managementRights(): ManagementRight[] {
  const calls: Operation[] = Object.values(api).flatMap((group) => Object.values(group));
  const managed = calls.filter(({ path }) => path.startsWith(folder));
  const nouns = [...new Set(managed.map(nounOf))].sort();
  return nouns.map((noun) => {
    const own = managed.filter((call) => nounOf(call) === noun);
    return {
      noun,
      organisers: rightOf(own),
      moderators: rightOf(own.filter(({ access }) => access === 'moderator')),
      analysts: rightOf(own.filter(({ access }) => access === 'analyst')),
    };
  });
}

const nounOf = ({ path }: Operation) => path.slice(folder.length).split('/')[0] ?? '';

function rightOf(calls: Operation[]): Right {
  if (calls.length === 0) return 'nothing';
  return calls.some(({ method }) => method !== 'GET') ? 'changes' : 'sees';
}
