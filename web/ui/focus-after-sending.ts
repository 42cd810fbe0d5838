import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus on once a form has been sent, as the button that had it was gone meanwhile: to the first field
 * that the server objects to, to what went wrong, or back to the button. Where the focus is elsewhere by then, and no
 * field is wrong, it stays there.
 */
export function useFocusAfterSending(isSending: boolean): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const wasSending = useRef(false);
  useEffect(() => {
    if (wasSending.current && !isSending) {
      const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector);
      const isLost = document.activeElement === document.body;
      const rest = isLost && (find('[role=alert]') ?? find('[type=submit]'));
      (find('[aria-invalid=true]') ?? (rest || undefined))?.focus();
    }
    wasSending.current = isSending;
  }, [isSending]);
  return form;
}
