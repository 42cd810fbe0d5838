import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Notice } from '../ui/notice.tsx';

/** For people who followed an activation link to this page: says whether the link worked. */
export function ActivatedNotice() {
  const [search] = useSearchParams();
  const activated = search.get('activated');
  return activated === null ? null : <Said isDone={activated === '1'} />;
}

/** The notice itself; a separate component, so that its texts load only if it is shown. */
function Said({ isDone }: { isDone: boolean }) {
  const { t } = useTranslation('passwords');
  return (
    <Notice kind={isDone ? 'success' : 'info'}>{t(isDone ? 'activated.done' : 'activated.spent')}</Notice>
  );
}
