import { UnstyledButton } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import classes from './disclosure.module.css';

/** Something that a button opens in place. */
export interface Disclosure {
  isOpen: boolean;
  /** Whether it has been open: what was typed in it, or loaded, may stay. */
  wasOpened: boolean;
  /** The id of what is opened. */
  panelId: string;
  toggle: () => void;
}

/** Closed at first. */
export function useDisclosure(): Disclosure {
  const panelId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const toggle = () => {
    setIsOpen(!isOpen);
    setWasOpened(true);
  };
  return { isOpen, wasOpened, panelId, toggle };
}

/** The button that opens and closes it; `label` says in words what its children show. */
export function DisclosureButton(props: { disclosure: Disclosure; label: string; children: ReactNode }) {
  const { isOpen, panelId, toggle } = props.disclosure;
  return (
    <UnstyledButton
      className={classes.button}
      aria-label={props.label}
      aria-expanded={isOpen}
      aria-controls={panelId}
      onClick={toggle}
    >
      {props.children}
    </UnstyledButton>
  );
}
