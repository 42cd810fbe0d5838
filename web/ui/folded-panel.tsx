import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './folded-panel.module.css';

/** Shows only a panel's heading until a person opens the panel. */
export function FoldedPanel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={`${classes.panel} card`}>
      <summary className={classes.summary}>
        <h2 className="title">{title}</h2>
        <IconChevronDown aria-hidden className={classes.mark} />
      </summary>
      <div className={classes.content}>{children}</div>
    </details>
  );
}
