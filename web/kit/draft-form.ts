import { useEffect, useMemo, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import { draftKey, keysOfDraft, readDraft, removeDraft, writeDraft } from './drafts.ts';
import { useContractForm } from './form.ts';

interface DraftOf<Values> {
  /** The number of the person whose it is. */
  person: number;
  /** What it is of, such as an activity. */
  of: string;
  /** What the form changes: where that has changed elsewhere, what was kept is dropped. */
  basedOn?: string;
  /** Whether there is anything to lose; else whatever differs from what the form began with. */
  isTyped?: (values: Values) => boolean;
}

/**
 * A form as `useContractForm` makes it. What is typed into it is kept in this browser until it is saved, when `forget`
 * is to be called, or discarded. `keys` are for the call that saves it.
 */
export function useDraftForm<Values extends FieldValues>(
  schema: z.ZodMiniType,
  pristine: Values,
  { person, of, basedOn = '', isTyped }: DraftOf<Values>,
) {
  const key = draftKey(person, of);
  const [kept, setKept] = useState(() => readDraft(key, basedOn));
  const form = useContractForm<Values>(schema, { ...pristine, ...kept });
  const forgotten = useRef<string>(undefined);
  const beginning = JSON.stringify(pristine);
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const text = JSON.stringify(values);
          // A form tells of its values once more when it has been sent.
          if (text === forgotten.current) return;
          if (isTyped ? isTyped(values) : text !== beginning) writeDraft(key, basedOn, values);
          else removeDraft(key);
        },
      }),
    [form, key, basedOn, beginning, isTyped],
  );
  const forget = () => {
    forgotten.current = JSON.stringify(form.getValues());
    removeDraft(key);
  };
  const discard = () => {
    forget();
    setKept(undefined);
    form.reset(pristine);
  };
  const keys = useMemo(() => keysOfDraft(key), [key]);
  return { form, isRestored: kept !== undefined, keys, forget, discard };
}
