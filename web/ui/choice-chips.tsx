import { UnstyledButton } from '@mantine/core';
import classes from './choice-chips.module.css';

/** Short ways to the values of a field that are chosen most; the one that the field has is marked. */
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
