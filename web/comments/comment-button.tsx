import { IconMessageCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../kit/numbers.ts';
import { type Disclosure, DisclosureButton } from '../ui/disclosure.tsx';

/**
 * Shows the number of comments on a button that opens them. `of` is the activity's name, used in the button's label.
 */
export function CommentButton({ count, of, panel }: { count: number; of: string; panel: Disclosure }) {
  const { t } = useTranslation(['comments', 'activities']);
  const action = count > 0 ? t('open', { count }) : t('first');
  return (
    <DisclosureButton disclosure={panel} label={t('activities:card.action', { action, what: of })}>
      <IconMessageCircle aria-hidden size={22} />
      {count > 0 && formatCount(count)}
    </DisclosureButton>
  );
}
