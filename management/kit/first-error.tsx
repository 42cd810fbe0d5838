import { useEffect, useRef } from 'react';
import { useFormState } from 'react-hook-form';

/** Matches invalid fields, and language tabs that hide invalid fields. */
const refusals = '[aria-invalid="true"], [role="tab"].RaTranslatableInputsTab-error';

/** Scrolls to the first field with an error from the server, because it may be out of view in a long form. */
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
