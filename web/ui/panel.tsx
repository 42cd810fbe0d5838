import { type ReactNode, useId } from 'react';
import classes from './panel.module.css';

/** A raised panel with an optional heading and an action beside it. */
export function Panel({
  title,
  action,
  children,
}: {
  title?: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={classes.panel} {...(title ? { 'aria-labelledby': id } : {})}>
      {title && (
        <header className={classes.header}>
          <h2 id={id} className={classes.title}>
            {title}
          </h2>
          {action}
        </header>
      )}
      {children}
    </section>
  );
}
