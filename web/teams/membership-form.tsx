import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { useContractForm } from '../kit/form.ts';
import { Form } from '../ui/form.tsx';
import type { useChangeMembership } from './queries.ts';

/** Joining or leaving is sent without a word: what the server objects to stands in one banner. */
const nothing = z.object({});

/**
 * The button that joins or leaves a team. The change is the screen's, and the form should stay while it is
 * under way: `onDone` follows only where both are still there.
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
