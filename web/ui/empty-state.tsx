import type { ReactNode } from 'react';
import classes from './states.module.css';

/** Shows the message of an empty list: what will appear here, and what to do next. */
export function EmptyState({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className={`${classes.empty} soft`}>
      <p>{text}</p>
      {children}
    </div>
  );
}
