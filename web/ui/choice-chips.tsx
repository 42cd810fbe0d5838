import { UnstyledButton } from '@mantine/core';
import classes from './controls.module.css';

/** Shows buttons for the most frequent values of a field, with the current value marked. */
export function ChoiceChips(props: {
  choices: { value: string; label: string }[];
  value: string;
  onChoose: (value: string) => void;
}) {
  return props.choices.map(({ value, label }) => (
    <UnstyledButton
      key={value}
      className={classes.chip}
      aria-pressed={value === props.value}
      onClick={() => props.onChoose(value)}
    >
      {label}
    </UnstyledButton>
  ));
}
