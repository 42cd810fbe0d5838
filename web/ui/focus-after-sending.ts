import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus after a form was sent, because a spinner had replaced the focused button: to the first invalid field,
 * to the error message, or back to the button. If the person has moved the focus and no field is invalid, the focus
 * does not change.
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
