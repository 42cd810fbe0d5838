import { useEffect, useMemo, useRef } from 'react';
import { cleanHtml } from '../kit/clean-markup.ts';
import classes from './html.module.css';

/**
 * Renders HTML from organisers after sanitising it again. If `onFollow` returns true, it has handled the link, and the
 * browser does not navigate.
 */
export function Html({ html, onFollow }: { html: string; onFollow?: (address: URL) => boolean }) {
  const clean = useMemo(() => cleanHtml(html), [html]);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element).closest('a');
      const elsewhere =
        event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
      if (link?.href && !elsewhere && onFollow?.(new URL(link.href))) event.preventDefault();
    };
    const element = box.current;
    element?.addEventListener('click', follow);
    return () => element?.removeEventListener('click', follow);
  }, [onFollow]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned above; the only place that renders such texts
  return <div ref={box} className={classes.prose} dangerouslySetInnerHTML={{ __html: clean }} />;
}
