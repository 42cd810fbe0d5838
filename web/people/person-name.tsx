import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { meQuery } from './queries.ts';

/** A person as others see them. */
interface Named {
  id: number;
  givenName: string;
  surname: string;
}

/** Returns a function that gets a person's full name, or the word for unnamed people. */
export function usePersonName(): (person: Omit<Named, 'id'>) => string {
  const { t } = useTranslation('common');
  return ({ givenName, surname }) => `${givenName} ${surname}`.trim() || t('somebody');
}

/**
 * Shows a person's name with a link to `/profile`, or to `/my-profile` for the signed-in person. Unnamed people have no
 * link.
 */
export function PersonName({ person }: { person: Named }) {
  const nameOf = usePersonName();
  const me = useQuery(meQuery).data;
  if (person.id === 0) return <>{nameOf(person)}</>;
  return (
    <Link to={person.id === me?.id ? '/my-profile' : `/profile/${person.id}`} className="plain">
      {nameOf(person)}
    </Link>
  );
}
