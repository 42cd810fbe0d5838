import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import type * as teams from '../../contract/teams.ts';
import { useContractForm } from '../kit/form.ts';
import { Form } from '../ui/form.tsx';
import { useChangeMembership } from './queries.ts';

/** Joining or leaving is sent without a word: what the server objects to stands in one banner. */
const nothing = z.object({});

/** The button that joins or leaves a team. */
export function MembershipForm(props: {
  change: typeof teams.join | typeof teams.leave;
  uuid: string;
  submitLabel: string;
  onDone: () => void;
  aside: ReactNode;
}) {
  const form = useContractForm(nothing, {});
  const membership = useChangeMembership(props.change, props.uuid);
  return (
    <Form
      form={form}
      send={() => membership.mutateAsync(undefined, { onSuccess: props.onDone })}
      submitLabel={props.submitLabel}
      aside={props.aside}
    >
      {null}
    </Form>
  );
}
