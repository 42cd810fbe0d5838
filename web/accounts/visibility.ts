import type { Platform } from '../../contract/couplings.ts';
import type { NameShown } from '../../contract/people.ts';

/**
 * Whether somebody sees a thing: as it is, not at all, only what it counts, or beside the name that one has chosen to be seen by. Of
 * who has not chosen yet: whether (`chosen`) or under which name (`named`) is still theirs to say.
 */
export type Sight = 'yes' | 'no' | 'nickname' | 'unnamed' | 'chosen' | 'named' | 'score';

/** Those who may see something. One's team and its captain are told nothing that all participants are not. */
export type Audience = 'participants' | 'team' | 'organisers';

export interface Thing {
  name: string;
  sights: Partial<Record<Audience, Sight>>;
}

export interface Subject {
  name: string;
  things: Thing[];
}

/** What the page depends on: what is switched on, and how the person who reads it is named, if they are signed in. */
export interface Circumstances {
  teamsEnabled: boolean;
  likesEnabled: boolean;
  commentsEnabled: boolean;
  hasProviders: boolean;
  /** The services that may be coupled, each with what others see of what it sends. */
  services: { platform: Platform; shown: 'full' | 'score_only' | 'none' }[];
  nameShown: NameShown | undefined;
}

/**
 * Who sees what of a person. Others are told names by `personReference`, `fullName` and `personInfo` of the
 * server only, which know the person's choice; the test `unnamed` there walks all answers that others can get.
 */
export function visibility(now: Circumstances): Subject[] {
  const { nameShown } = now;
  const named: Sight = nameShown ? namedAs[nameShown] : 'named';
  const only = (isSeen: boolean): Sight => (nameShown ? (isSeen ? 'yes' : 'no') : 'chosen');
  const subjects: Subject[] = [
    {
      name: 'you',
      things: [
        thing('name', only(nameShown === 'full')),
        ...(nameShown === 'full' || nameShown === 'none' ? [] : [thing('nickname', only(true))]),
        thing('profile', only(nameShown !== 'none')),
        thing('email', 'no'),
        thing('language', 'no'),
        thing('guestCode', 'no'),
        ...(now.hasProviders ? [thing('identities', 'no')] : []),
      ],
    },
    {
      name: 'activities',
      things: [thing('activities', named), thing('info', named), thing('places', named)],
    },
    { name: 'team', things: now.teamsEnabled ? [thing('team', named), thing('contribution', named)] : [] },
    {
      name: 'said',
      things: [
        ...(now.likesEnabled ? [thing('likes', named)] : []),
        ...(now.commentsEnabled ? [thing('comments', named), thing('flags', 'no')] : []),
      ],
    },
    {
      name: 'services',
      things: [
        ...(now.services.length > 0 ? [thing('couplings', 'no', 'no'), thing('tokens', 'no', 'no')] : []),
        ...now.services.map(({ platform, shown }) => thing(platform, sightsOf[shown] ?? named)),
        thing('device', 'no', 'no'),
      ],
    },
    {
      name: 'access',
      things: [
        thing('password', 'no', 'no'),
        thing('secondFactor', 'no', 'no'),
        thing('sessions', 'no', 'no'),
        thing('securityEvents', 'no'),
        thing('consent', 'no', 'no'),
      ],
    },
  ];
  return subjects.filter(({ things }) => things.length > 0);

  function thing(name: string, others: Sight, organisers: Sight = 'yes'): Thing {
    return {
      name,
      sights: { participants: others, ...(now.teamsEnabled ? { team: others } : {}), organisers },
    };
  }
}

const sightsOf = { full: undefined, score_only: 'score', none: 'no' } as const;

const namedAs: Record<NameShown, Sight> = { full: 'yes', nickname: 'nickname', none: 'unnamed' };
