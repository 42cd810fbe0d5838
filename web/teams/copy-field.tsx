import { Button, Input } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './copy-field.module.css';

/**
 * Something to pass on, with a button that copies it; where the browser does not allow that, it is marked to
 * be copied by hand. `large` is for what is read aloud.
 */
export function CopyField(props: { label: string; hint: string; value: string; large?: boolean }) {
  const { label, hint, value } = props;
  const { t } = useTranslation('teams');
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const { copy, copied, error } = useClipboard();
  useEffect(() => {
    if (!error) return;
    field.current?.focus();
    field.current?.select();
  }, [error]);
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <Input.Wrapper id={id} size="md" label={label} description={hint}>
      <div className={classes.row}>
        <Input
          id={id}
          ref={field}
          size="md"
          readOnly
          value={value}
          className={(props.large ? classes.large : classes.value) as string}
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
      </div>
      <p role="status" className={error ? classes.failure : classes.unseen}>
        {copied && t('copy.done')}
        {error && t('copy.byHand')}
      </p>
    </Input.Wrapper>
  );
}
