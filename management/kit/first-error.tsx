import { useEffect, useRef } from 'react';
import { useFormState } from 'react-hook-form';

/** A field that is refused; or the tab of the language that it is hidden behind. */
const refusals = '[aria-invalid="true"], [role="tab"].RaTranslatableInputsTab-error';

/** Brings the first field that the server refuses into view: below a long form nobody sees which one it is. */
export function FirstError() {
  const place = useRef<HTMLSpanElement>(null);
  const { errors } = useFormState();
  const refused = Object.keys(errors).join();
  useEffect(() => {
    if (!refused) return;
    const found = [...(place.current?.closest('form')?.querySelectorAll<HTMLElement>(refusals) ?? [])];
    const first = found.find((one) => one.offsetParent !== null);
    first?.focus();
    first?.scrollIntoView({ block: 'center' });
  }, [refused]);
  return <span ref={place} hidden />;
}
