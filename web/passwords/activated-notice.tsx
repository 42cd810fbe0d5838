import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Notice } from '../ui/notice.tsx';

/** Says whether the activation link worked, if a person followed one to this page. */
export function ActivatedNotice() {
  const [search] = useSearchParams();
  const activated = search.get('activated');
  return activated === null ? null : <Said isDone={activated === '1'} />;
}

/** Shows the notice itself. It is a separate component, so that its texts load only if it is shown. */
function Said({ isDone }: { isDone: boolean }) {
  const { t } = useTranslation('passwords');
  return (
    <Notice kind={isDone ? 'success' : 'info'}>{t(isDone ? 'activated.done' : 'activated.spent')}</Notice>
  );
}
