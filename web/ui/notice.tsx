import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './states.module.css';

const icons = { success: IconCheck, info: IconInfoCircle, danger: IconAlertTriangle };

const focus = (node: HTMLElement | null) => node?.focus();

/**
 * Shows a highlighted message: a success, some information, or a failure. Screen readers announce the message when it
 * appears. `focused` moves the focus to the message if the focused element has disappeared.
 */
export function Notice(props: { kind: keyof typeof icons; focused?: boolean; children: ReactNode }) {
  const { kind, children } = props;
  const Icon = icons[kind];
  return (
    <div
      className={classes.notice}
      data-kind={kind}
      role={kind === 'danger' ? 'alert' : 'status'}
      tabIndex={-1}
      ref={props.focused ? focus : null}
    >
      <Icon aria-hidden size={22} className={classes.icon} />
      <div className={classes.text}>{children}</div>
    </div>
  );
}
