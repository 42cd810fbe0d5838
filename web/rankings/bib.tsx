import { useTranslation } from 'react-i18next';
import { formatCount } from '../kit/numbers.ts';
import classes from './bib.module.css';

/** Shows a rank that looks like the number on a race bib: small in a row, or large with a caption. */
export function Bib({ place, caption }: { place: number; caption?: string }) {
  // Renders again when the language changes, because number formats depend on the language.
  useTranslation();
  if (!caption)
    return (
      <span className={classes.bib} data-first={place === 1 || undefined}>
        {formatCount(place)}
      </span>
    );
  return (
    <p className={classes.large}>
      <span className={classes.caption}>{caption}</span>
      <strong className={classes.number}>{formatCount(place)}</strong>
    </p>
  );
}
