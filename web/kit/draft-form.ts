import { useEffect, useMemo, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import { draftKey, keysOfDraft, readDraft, removeDraft, writeDraft } from './drafts.ts';
import { useContractForm } from './form.ts';

interface DraftOf<Values> {
  /** The id of the draft's owner. */
  person: number;
  /** The kind of draft, for example an activity. */
  of: string;
  /** The stored data that the form changes. If this data has changed elsewhere, the draft is dropped. */
  basedOn?: string;
  /** Whether the values are worth keeping; by default, whether they differ from the initial values. */
  isTyped?: (values: Values) => boolean;
}

/**
 * Returns a form like that of `useContractForm`, but keeps its input in this browser until the input is saved or
 * discarded. Call `forget` after saving, and pass `keys` to the call that saves the input.
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
          // The form reports its values once more after submission.
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
