import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Notice } from '../ui/notice.tsx';
import classes from './second-factor.module.css';

/** The recovery codes, which are shown this once. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const { t } = useTranslation('second-factor');
  const { copy, copied } = useClipboard();
  return (
    <>
      <Notice kind="success">{t('codes.done')}</Notice>
      <p className={classes.text}>{t('codes.text')}</p>
      <ol className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={classes.actions}>
        <Button
          variant="default"
          size="md"
          leftSection={copied ? <IconCheck aria-hidden size={18} /> : <IconCopy aria-hidden size={18} />}
          onClick={() => copy(codes.join('\n'))}
        >
          {t(copied ? 'codes.copied' : 'codes.copy')}
        </Button>
        <Button component={Link} to="/my-profile" size="md">
          {t('codes.kept')}
        </Button>
      </div>
    </>
  );
}
