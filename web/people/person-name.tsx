import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from './person-name.module.css';
import { meQuery } from './queries.ts';

/** A person as others see them. */
interface Named {
  id: number;
  givenName: string;
  surname: string;
}

/** A name in one line; of who is not named, the word for that. */
export function usePersonName(): (person: Omit<Named, 'id'>) => string {
  const { t } = useTranslation('common');
  return ({ givenName, surname }) => `${givenName} ${surname}`.trim() || t('somebody');
}

/** A person's name, which leads to their profile, one's own to where it is changed; who is not named has none. */
export function PersonName({ person }: { person: Named }) {
  const nameOf = usePersonName();
  const me = useQuery(meQuery).data;
  if (person.id === 0) return <>{nameOf(person)}</>;
  return (
    <Link to={person.id === me?.id ? '/my-profile' : `/profile/${person.id}`} className={classes.name}>
      {nameOf(person)}
    </Link>
  );
}
