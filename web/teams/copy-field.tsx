import { Button, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './copy-field.module.css';

/** Something to pass on, with a button that copies it; where the browser forbids that, it is marked to be copied by hand. */
export function CopyField(props: { label: string; hint?: string; value: string; large?: boolean }) {
  const { label, value } = props;
  const { t } = useTranslation('teams');
  const field = useRef<HTMLInputElement>(null);
  const { copy, copied, error } = useClipboard();
  useEffect(() => {
    if (!error) return;
    field.current?.focus();
    field.current?.select();
  }, [error]);
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <div className={classes.field}>
      <TextInput
        ref={field}
        size="md"
        readOnly
        label={label}
        description={props.hint}
        value={value}
        className={classes.input as string}
        data-large={props.large || undefined}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        variant="default"
        size="md"
        className={classes.copy as string}
        leftSection={<Icon aria-hidden size={18} />}
        aria-label={t('copy.label', { label })}
        onClick={() => copy(value)}
      >
        {t(copied ? 'copy.done' : 'copy.copy')}
      </Button>
      <p role="status" className={error ? classes.status : classes.unseen}>
        {copied && t('copy.done')}
        {error && t('copy.byHand')}
      </p>
    </div>
  );
}
