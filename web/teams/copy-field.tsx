import { Button, Input } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconShare } from '@tabler/icons-react';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './copy-field.module.css';

/**
 * Shows a text with a button that copies the text. If the browser does not allow copying, the button selects the text
 * instead. `large` is for texts that people read aloud. For a link with a message (`shared`), the button opens the
 * system's share sheet if the system has one.
 */
export function CopyField(props: {
  label: string;
  hint: string;
  value: string;
  large?: boolean;
  shared?: { title: string; text: string };
}) {
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
  const { shared } = props;
  const isShared = shared && 'share' in navigator;
  const share = () =>
    navigator.share({ ...shared, url: value }).catch((failure: DOMException) => {
      // An AbortError means that the person closed the sheet; after any other error, this copies the text instead.
      if (failure.name !== 'AbortError') copy(value);
    });
  const Icon = copied ? IconCheck : isShared ? IconShare : IconCopy;
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
          aria-label={t(isShared ? 'copy.shareLabel' : 'copy.label', { label })}
          onClick={isShared ? share : () => copy(value)}
        >
          {t(copied ? 'copy.done' : isShared ? 'copy.share' : 'copy.copy')}
        </Button>
      </div>
      <p role="status" className={error ? 'soft small' : 'unseen'}>
        {copied && t('copy.done')}
        {error && t('copy.byHand')}
      </p>
    </Input.Wrapper>
  );
}
