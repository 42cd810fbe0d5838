import type { Platform } from '../../contract/couplings.ts';
import type { NameShown } from '../../contract/people.ts';

/**
 * How an audience sees an item: in full, not at all, with a nickname, without a name, only its score (sport,
 * day and kilometres), or only after giving a reason. `chosen` and `named` are for visitors, whose choice of
 * name is not known.
 */
export type Sight = 'yes' | 'no' | 'nickname' | 'unnamed' | 'chosen' | 'named' | 'score' | 'reason';

/** The audiences of an item. Team members and the captain see only what all participants see. */
export type Audience = 'participants' | 'team' | 'organisers';

export interface Thing {
  name: string;
  sights: Partial<Record<Audience, Sight>>;
}

export interface Subject {
  name: string;
  things: Thing[];
}

/** What the page depends on: the settings, and the name that the signed-in reader chose to show. */
export interface Circumstances {
  teamsEnabled: boolean;
  likesEnabled: boolean;
  commentsEnabled: boolean;
  /** Whether organisers must give a reason to see people's activities. */
  areActivitiesByReason: boolean;
  hasProviders: boolean;
  /** The services that people can connect, and what others see of each service's data. */
  services: { platform: Platform; shown: 'full' | 'score_only' | 'none' }[];
  nameShown: NameShown | undefined;
}

/**
 * Returns who sees what about a person. On the server, only `personReference`, `fullName` and `personInfo` may return
 * names to others, because they apply the person's choice. The server's test `unnamed` checks every response.
 */
export function visibility(now: Circumstances): Subject[] {
  const { nameShown } = now;
  const named: Sight = nameShown ? namedAs[nameShown] : 'named';
  const only = (isSeen: boolean): Sight => (nameShown ? (isSeen ? 'yes' : 'no') : 'chosen');
  const looked: Sight = now.areActivitiesByReason ? 'reason' : 'yes';
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
      things: [thing('activities', named, looked), thing('info', named, looked), thing('places', named)],
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
        ...now.services.map(({ platform, shown }) => thing(platform, sightsOf[shown] ?? named, looked)),
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
