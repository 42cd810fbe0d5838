import { UnstyledButton } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import classes from './controls.module.css';

/** The state of a panel that a button opens in place. */
export interface Disclosure {
  isOpen: boolean;
  /** Whether the panel was opened before, so that typed or loaded content can stay. */
  wasOpened: boolean;
  panelId: string;
  toggle: () => void;
}

/** Returns the state of a panel that is initially closed. */
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

/** Shows the button that opens and closes the panel; `label` is the text for screen readers. */
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
