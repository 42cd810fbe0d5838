import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './notice.module.css';

const icons = { success: IconCheck, info: IconInfoCircle, danger: IconAlertTriangle };

/** A sentence that stands out: something went well, should be known, or went wrong. Read out when it appears. */
export function Notice({ kind, children }: { kind: keyof typeof icons; children: ReactNode }) {
  const Icon = icons[kind];
  return (
    <div className={classes.notice} data-kind={kind} role={kind === 'danger' ? 'alert' : 'status'}>
      <Icon aria-hidden size={22} className={classes.icon} />
      <div className={classes.text}>{children}</div>
    </div>
  );
}
