import { failureParameter } from '../../contract/identities.ts';
import { basePath } from '../kit/page.ts';
import { lastParticipationPath } from '../teams/last-participation.ts';

/**
 * Returns the page to show after signing in with another service: the team invitation that the person just followed, or
 * else the current page.
 */
export function returnAddress(): string {
  const invitation = lastParticipationPath();
  if (invitation) return basePath.slice(0, -1) + invitation;
  const { pathname, search, hash } = location;
  const params = new URLSearchParams(search);
  params.delete(failureParameter);
  return `${pathname}${params.size > 0 ? `?${params}` : ''}${hash}`;
}
