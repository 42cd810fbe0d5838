import DOMPurify from 'dompurify';
import { useMemo } from 'react';
import classes from './html.module.css';

/** HTML that organisers wrote, cleaned once more: no scripts, handlers, styles or form controls. */
export function Html({ html }: { html: string }) {
  const clean = useMemo(
    () =>
      DOMPurify.sanitize(html, {
        USE_PROFILES: { html: true },
        FORBID_TAGS: ['style', 'form', 'input', 'button', 'select', 'textarea'],
        FORBID_ATTR: ['style', 'class'],
      }),
    [html],
  );
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned above; this is the one place for such texts.
  return <div className={classes.prose} dangerouslySetInnerHTML={{ __html: clean }} />;
}
