import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Notice } from '../ui/notice.tsx';

/** What came of a mailed link that activates, where one has just led here. */
export function ActivatedNotice() {
  const [search] = useSearchParams();
  const activated = search.get('activated');
  return activated === null ? null : <Said isDone={activated === '1'} />;
}

/** By itself, so that its texts are fetched where they are shown only. */
function Said({ isDone }: { isDone: boolean }) {
  const { t } = useTranslation('passwords');
  return (
    <Notice kind={isDone ? 'success' : 'info'}>{t(isDone ? 'activated.done' : 'activated.spent')}</Notice>
  );
}
