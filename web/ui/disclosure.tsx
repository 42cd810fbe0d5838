import { UnstyledButton } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import classes from './controls.module.css';

/** A panel that a button opens in place. */
export interface Disclosure {
  isOpen: boolean;
  /** Whether it was opened before: typed or loaded content may stay. */
  wasOpened: boolean;
  /** The panel's id. */
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

/** The button that opens and closes the panel; `label` describes its children in words. */
export function DisclosureButton(props: { disclosure: Disclosure; label: string; children: ReactNode }) {
  const { isOpen, panelId, toggle } = props.disclosure;
  return (
    <UnstyledButton
      className={`${classes.disclosure} button target quiet small`}
      aria-label={props.label}
      aria-expanded={isOpen}
      aria-controls={panelId}
      onClick={toggle}
    >
      {props.children}
    </UnstyledButton>
  );
}
