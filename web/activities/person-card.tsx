import { useTranslation } from 'react-i18next';
import type { PersonInfo } from '../../contract/people.ts';
import { formatDate } from '../kit/dates.ts';
import { formatKilometers } from '../kit/numbers.ts';
import { usePersonName } from '../people/person-name.tsx';
import { Bib } from '../rankings/bib.tsx';
import classes from './person-card.module.css';

/** Shows a person's name (if `withName`), the start of their membership, their kilometres and their rank. */
export function PersonCard({ person, withName = true }: { person: PersonInfo; withName?: boolean }) {
  const { t } = useTranslation('activities');
  const nameOf = usePersonName();
  return (
    <section className={`${classes.card} card padded`} aria-label={t('person.label')}>
      <div>
        {withName && <h2 className={`${classes.name} heading`}>{nameOf(person)}</h2>}
        <p className={`${classes.since} soft small`}>
          {t('person.since', { date: formatDate(person.memberSince) })}
        </p>
      </div>
      <p className={`${classes.kilometers} amount`}>
        <strong>{formatKilometers(person.kilometers)}</strong> <span>km</span>
      </p>
      <div className={`${classes.place} soft small`}>
        {person.place === null ? (
          <p>{t('person.noPlace')}</p>
        ) : (
          <Bib place={person.place} caption={t('person.place')} />
        )}
      </div>
    </section>
  );
}
