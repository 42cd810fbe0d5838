import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus after a form was sent, as its button was replaced meanwhile: to the first invalid field, to the error
 * message, or back to the button. Leaves the focus alone if it moved elsewhere and no field is invalid.
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
