import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './states.module.css';

/** Shows the placeholder for a screen, for a part of a screen or, if `small`, for a button. */
export function Waiting({ small = false }: { small?: boolean }) {
  const { t } = useTranslation(undefined, { useSuspense: false });
  return (
    <div className={small ? classes.small : classes.waiting} role="status" aria-label={t('waiting')}>
      <Loader size={small ? 'sm' : 'md'} />
    </div>
  );
}
