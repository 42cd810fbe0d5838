import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { platformName } from '../kit/page.ts';

/** Shows a screen with a heading, which is also the title of the browser tab, and an optional back link. */
export function Screen(props: {
  title: string;
  back?: { to: string; label: string };
  /** Another link, at the opposite end of the line with the back link. */
  aside?: ReactNode;
  action?: ReactNode;
  /** Keeps the heading small on phones, so that the content below it is visible. */
  compact?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="screen stack gap-5" data-compact={props.compact || undefined}>
      <title>{`${props.title} · ${platformName}`}</title>
      {props.back && (
        <div className="row spread tight">
          <Link to={props.back.to} className="screen-back soft target plain">
            <IconArrowLeft aria-hidden size={18} />
            {props.back.label}
          </Link>
          {props.aside}
        </div>
      )}
      <header className="screen-header">
        <h1 className="screen-title">{props.title}</h1>
        {props.action}
      </header>
      {props.children}
    </div>
  );
}
