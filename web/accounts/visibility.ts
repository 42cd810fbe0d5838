import type { Platform } from '../../contract/couplings.ts';
import type { NameShown } from '../../contract/people.ts';

/**
 * How an audience sees an item: in full, not at all, with a nickname, without a name, only its score (sport,
 * day and kilometres), or only after giving a reason. `chosen` and `named` are for visitors, whose choice of
 * name is not known.
 */
export type Visibility = 'yes' | 'no' | 'nickname' | 'unnamed' | 'chosen' | 'named' | 'score' | 'reason';

/** The audiences of an item. Team members and the captain see only what all participants see. */
export type Audience = 'participants' | 'team' | 'organisers';

export interface DataItem {
  name: string;
  visibilities: Partial<Record<Audience, Visibility>>;
}

export interface Subject {
  name: string;
  items: DataItem[];
}

/** What the page depends on: the settings, and the name that the signed-in reader chose to show. */
export interface Setup {
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
export function visibility(now: Setup): Subject[] {
  const { nameShown } = now;
  const named: Visibility = nameShown ? namedAs[nameShown] : 'named';
  const only = (isSeen: boolean): Visibility => (nameShown ? (isSeen ? 'yes' : 'no') : 'chosen');
  const ofActivities: Visibility = now.areActivitiesByReason ? 'reason' : 'yes';
  const subjects: Subject[] = [
    {
      name: 'you',
      items: [
        item('name', only(nameShown === 'full')),
        ...(nameShown === 'full' || nameShown === 'none' ? [] : [item('nickname', only(true))]),
        item('profile', only(nameShown !== 'none')),
        item('email', 'no'),
        item('language', 'no'),
        item('guestCode', 'no'),
        ...(now.hasProviders ? [item('identities', 'no')] : []),
      ],
    },
    {
      name: 'activities',
      items: [
        item('activities', named, ofActivities),
        item('info', named, ofActivities),
        item('places', named),
      ],
    },
    { name: 'team', items: now.teamsEnabled ? [item('team', named), item('contribution', named)] : [] },
    {
      name: 'said',
      items: [
        ...(now.likesEnabled ? [item('likes', named)] : []),
        ...(now.commentsEnabled ? [item('comments', named), item('flags', 'no')] : []),
      ],
    },
    {
      name: 'services',
      items: [
        ...(now.services.length > 0 ? [item('couplings', 'no', 'no'), item('tokens', 'no', 'no')] : []),
        ...now.services.map(({ platform, shown }) =>
          item(platform, visibilityOf[shown] ?? named, ofActivities),
        ),
        item('device', 'no', 'no'),
      ],
    },
    {
      name: 'access',
      items: [
        item('password', 'no', 'no'),
        item('secondFactor', 'no', 'no'),
        item('sessions', 'no', 'no'),
        item('securityEvents', 'no'),
        item('consent', 'no', 'no'),
      ],
    },
  ];
  return subjects.filter(({ items }) => items.length > 0);

  function item(name: string, others: Visibility, organisers: Visibility = 'yes'): DataItem {
    return {
      name,
      visibilities: { participants: others, ...(now.teamsEnabled ? { team: others } : {}), organisers },
    };
  }
}

const visibilityOf = { full: undefined, score_only: 'score', none: 'no' } as const;

const namedAs: Record<NameShown, Visibility> = { full: 'yes', nickname: 'nickname', none: 'unnamed' };
