import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { useContractForm } from '../kit/form.ts';
import { Form } from '../ui/form.tsx';
import type { useChangeMembership } from './queries.ts';

/** Joining and leaving have no fields, so all errors from the server appear in one banner. */
const nothing = z.object({});

/**
 * Shows the button that joins or leaves a team. The screen owns the mutation and keeps this form mounted while the
 * mutation is pending. `onDone` is called only if the screen and the form are still mounted.
 */
export function MembershipForm(props: {
  membership: ReturnType<typeof useChangeMembership>;
  submitLabel: string;
  onDone: () => void;
  aside: ReactNode;
}) {
  const form = useContractForm(nothing, {});
  return (
    <Form
      form={form}
      send={() => props.membership.mutateAsync(undefined, { onSuccess: props.onDone })}
      submitLabel={props.submitLabel}
      aside={props.aside}
    >
      {null}
    </Form>
  );
}
