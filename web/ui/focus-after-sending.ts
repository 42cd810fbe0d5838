import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus after a form was sent: to the first invalid field or, if the spinner had replaced the focused button,
 * to the error message or back to the button. If the person has moved the focus meanwhile, it does not change.
 */
export function useFocusAfterSending(isSending: boolean): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const focused = useRef<Element>(null);
  useEffect(() => {
    if (isSending) focused.current = document.activeElement;
    else if (focused.current) {
      const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector);
      const invalid = find('[aria-invalid=true]');
      if (document.activeElement === document.body)
        (invalid ?? find('[role=alert]') ?? find('[type=submit]'))?.focus();
      else if (document.activeElement === focused.current) invalid?.focus();
      focused.current = null;
    }
  }, [isSending]);
  return form;
}
