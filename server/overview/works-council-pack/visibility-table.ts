import type { Block } from '../../../contract/managed/works-council-pack.ts';
import type { PackData } from './pack-data.ts';
import type { PackText } from './pack-texts.ts';

/** What an audience sees of an item: a key of the texts `sights`. */
type Visibility = 'yes' | 'no' | 'chosen' | 'score' | 'withoutNames' | 'groups' | 'reason' | 'notStored';

/** An item, and what participants, moderators, organisers and readers of the statistics see of it. */
type Row = [
  item: string,
  participants: Visibility,
  moderators: Visibility,
  organisers: Visibility,
  statistics: Visibility,
];

/** Returns a table of who sees what. */
export function visibilityTable(t: PackText, now: PackData): Block {
  const { settings } = now;
  const isSocial = settings.likesEnabled || settings.commentsEnabled;
  const hasServices = now.services.length > 0;
  const seen = { full: 'chosen', score_only: 'score', none: 'no' } as const;
  const row = (item: string, ...visibility: [Visibility, Visibility, Visibility, Visibility]): Row => [
    t(`rows.${item}`),
    ...visibility,
  ];
  const ofActivities = now.isEmployerBlind ? 'score' : settings.activitiesByReason ? 'reason' : 'yes';
  const ofOthers = now.isEmployerBlind ? 'score' : 'chosen';
  const rows: Row[] = [
    row('name', 'chosen', 'chosen', 'yes', 'no'),
    row('email', 'no', 'no', 'yes', 'no'),
    row('activities', ofOthers, ofOthers, ofActivities, 'groups'),
    ...now.services.map((service): Row => {
      const set = seen[settings.showToOthers[service]];
      // In employer-blind mode, the source is unknown, so if the activities of one service are hidden, all are.
      const isHidden = Object.values(settings.showToOthers).includes('none');
      const shown = now.isEmployerBlind ? (isHidden ? 'no' : 'score') : set;
      return [t('rows.service', { service }), shown, shown, ofActivities, 'groups'];
    }),
    row('positions', 'notStored', 'notStored', 'notStored', 'notStored'),
    ...(settings.teamsEnabled ? [row('team', 'chosen', 'chosen', 'yes', 'groups')] : []),
    ...(isSocial ? [row('comments', 'chosen', 'chosen', 'chosen', 'no')] : []),
    ...(settings.commentsEnabled ? [row('flags', 'no', 'withoutNames', 'withoutNames', 'no')] : []),
    ...(hasServices ? [row('connected', 'no', 'no', 'groups', 'no')] : []),
    row('signIns', 'no', 'no', 'yes', 'no'),
    row('secrets', 'no', 'no', 'no', 'no'),
    ...(now.consentNumber === null ? [] : [row('consent', 'no', 'no', 'groups', 'no')]),
  ];
  const head = ['data', 'participants', 'moderators', 'organisers', 'statistics'].map((column) =>
    t(`columns.${column}`),
  );
  return {
    kind: 'table',
    head,
    rows: rows.map(([item, ...seenBy]) => [item, ...seenBy.map((visibility) => t(`sights.${visibility}`))]),
  };
}
