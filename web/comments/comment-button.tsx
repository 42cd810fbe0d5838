import { IconMessageCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../kit/numbers.ts';
import { type Disclosure, DisclosureButton } from '../ui/disclosure.tsx';

/** How many comments an activity has; opens them. */
export function CommentButton({ count, panel }: { count: number; panel: Disclosure }) {
  const { t } = useTranslation('comments');
  return (
    <DisclosureButton disclosure={panel} label={count > 0 ? t('open', { count }) : t('first')}>
      <IconMessageCircle aria-hidden size={22} />
      {count > 0 && formatCount(count)}
    </DisclosureButton>
  );
}
