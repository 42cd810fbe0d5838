import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { RankingRow } from './queries.ts';

/**
 * Shows the name in a row, with a link to the team or the profile; the link is as high as the row. Unnamed people
 * appear as `somebody`, without a link.
 */
export function PerformerName(props: {
  performer: RankingRow['performer'];
  isOwn: boolean;
  /** The word for unnamed people. It is a prop, because translating it in each of 2,000 rows would be slow. */
  somebody: string;
}) {
  const { performer, isOwn } = props;
  if (performer.id === 0) return <>{props.somebody}</>;
  if ('name' in performer)
    return (
      <Link to={`/teams/info/${performer.id}`} className="person slim">
        <span>{performer.name}</span>
        {isOwn && <Own label="ownTeam" />}
      </Link>
    );
  return (
    <Link to={isOwn ? '/my-profile' : `/profile/${performer.id}`} className="person slim">
      <span>{`${performer.givenName} ${performer.surname}`.trim()}</span>
      {isOwn && <Own label="own" />}
    </Link>
  );
}

function Own({ label }: { label: 'own' | 'ownTeam' }) {
  const { t } = useTranslation('rankings');
  return <span>{t(label)}</span>;
}
