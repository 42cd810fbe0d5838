import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../ui/notice.tsx';
import classes from './second-factor.module.css';

/** Shows the recovery codes, once only, and a link to continue. */
export function RecoveryCodes({ codes, next }: { codes: string[]; next: ReactNode }) {
  const { t } = useTranslation('second-factor');
  const { copy, copied } = useClipboard();
  return (
    <>
      <Notice kind="success">{t('codes.done')}</Notice>
      <p className="soft mb-3">{t('codes.text')}</p>
      <ol className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="row">
        <Button
          variant="default"
          size="md"
          leftSection={copied ? <IconCheck aria-hidden size={18} /> : <IconCopy aria-hidden size={18} />}
          onClick={() => copy(codes.join('\n'))}
        >
          {t(copied ? 'codes.copied' : 'codes.copy')}
        </Button>
        {next}
      </div>
    </>
  );
}
