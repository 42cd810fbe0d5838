import { TextInput, UnstyledButton } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { typedTime } from '../../contract/typed-time.ts';
import { useField } from '../ui/fields.tsx';
import classes from './activity-form.module.css';

/** Shows the field for a time. Accepts several formats and rewrites the time as hh:mm:ss on blur. */
export function TimeField({ inputContainer }: { inputContainer: (input: ReactNode) => ReactNode }) {
  const { t } = useTranslation('activities');
  const { ref, onBlur, ...field } = useField('time', (text) => typedTime(text) ?? text);
  const input = useRef<HTMLInputElement>(null);
  return (
    <TextInput
      size="md"
      label={t('form.time')}
      description={t('form.timeHelp')}
      placeholder="00:00:00"
      inputMode="decimal"
      autoComplete="off"
      required
      withErrorStyles
      {...field}
      ref={(element) => {
        ref(element);
        input.current = element;
      }}
      classNames={{ section: classes.keys ?? '', input: classes.input ?? '' }}
      rightSectionWidth={52}
      rightSection={
        <ColonKey label={t('form.colon')} onPress={() => input.current && typeInto(input.current, ':')} />
      }
      onFocus={(event) => event.currentTarget.select()}
      onBlur={(event) => {
        event.target.value = typedTime(event.target.value) ?? event.target.value;
        return onBlur(event);
      }}
      inputContainer={inputContainer}
    />
  );
}

/** Shows a key for the colon, which numeric keyboards lack. Keeps the keyboard open and the typed text unchanged. */
function ColonKey({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <UnstyledButton
      className={classes.key}
      aria-label={label}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      :
    </UnstyledButton>
  );
}

/** Inserts a text at the caret, or at the end if the field had no focus. */
function typeInto(input: HTMLInputElement, text: string): void {
  const { length } = input.value;
  if (document.activeElement !== input) {
    input.focus();
    input.setSelectionRange(length, length);
  }
  input.setRangeText(text, input.selectionStart ?? length, input.selectionEnd ?? length, 'end');
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
