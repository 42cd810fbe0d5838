import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type SportType, sportTypes } from '../../contract/sports.ts';
import tab from '../ui/controls.module.css';
import classes from './board.module.css';

/** The available boards: the overall board (undefined), and one board for each of three sports. */
export const boardSports = [undefined, ...sportTypes];

/** Parses the sport in a URL: undefined for the overall board, null for a sport without a board. */
export function sportOfAddress(name: string | null | undefined): SportType | undefined | null {
  if (!name) return undefined;
  return sportTypes.find((sport) => sport === name) ?? null;
}

/** Shows the links to the same ranking in other sports. */
export function SportSwitch(props: {
  current: SportType | undefined;
  to: (sport: SportType | undefined) => string;
  className?: string | undefined;
}) {
  const { t } = useTranslation(['rankings', 'sports']);
  return (
    <nav aria-label={t('sportSwitch')} className={props.className}>
      <ul className={`${classes.sports} list`}>
        {boardSports.map((sport) => (
          <li key={sport ?? 'overall'}>
            <Link
              to={props.to(sport)}
              replace
              className={tab.tab}
              aria-current={sport === props.current ? 'page' : undefined}
            >
              {t(`sports:types.${sport ?? 'overall'}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
