import { type ReactNode, useId } from 'react';

/** Shows a raised panel with an optional heading and an action next to the heading. */
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
    <section className="card padded" {...(title ? { 'aria-labelledby': id } : {})}>
      {title && (
        <header className="row spread gap-3 mb-4">
          <h2 id={id} className="title">
            {title}
          </h2>
          {action}
        </header>
      )}
      {children}
    </section>
  );
}
