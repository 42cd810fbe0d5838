import DeleteIcon from '@mui/icons-material/DeleteForeverOutlined';
import { Typography } from '@mui/material';
import { useEffect } from 'react';
import {
  required,
  SelectInput,
  TextInput,
  useGetMany,
  useListContext,
  useNotify,
  useRecordContext,
  useRedirect,
  useTranslate,
} from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { erase, eraseMany, erasureReasons, mostErased } from '../../contract/managed/people.ts';
import { ActionDialog } from '../kit/action-dialog.tsx';
import { call } from '../kit/call.ts';
import { NumberInput } from '../kit/number-input.tsx';

const reasons = erasureReasons.map((id) => ({ id, name: `resources.people.erasure.reasons.${id}` }));

const Reason = () => (
  <SelectInput
    source="reason"
    label="resources.people.erasure.reason"
    choices={reasons}
    validate={required()}
  />
);

/** Erases the person after the organiser has typed the person's name. */
export function ErasePerson() {
  const person = useRecordContext();
  const translate = useTranslate();
  const redirect = useRedirect();
  if (!person) return null;
  const act = async ({ name, reason }: FieldValues) => {
    await call(erase, { params: { id: Number(person.id) }, body: { name, reason } });
    redirect('list', 'people');
    return translate('resources.people.erasure.done', { smart_count: 1 });
  };
  const name = `${person.givenName} ${person.surname}`;
  return (
    <ActionDialog
      label="resources.people.erasure.title"
      confirm="resources.people.erasure.erase"
      text="resources.people.erasure.text"
      color="error"
      isLeaving
      act={act}
    >
      <Reason />
      <TextInput
        source="name"
        label={translate('resources.people.erasure.name', { name })}
        validate={required()}
        autoComplete="off"
      />
    </ActionDialog>
  );
}

/** Clears the selection when the list opens or changes, so that organisers do not erase people they cannot see. */
export function VisibleSelection() {
  const { filterValues, onUnselectItems } = useListContext();
  const filter = JSON.stringify(filterValues);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the filter changes
  useEffect(() => onUnselectItems(), [filter]);
  return null;
}

/** Shows the names of all selected people, including those on other pages of the list. */
function SelectedNames() {
  const { selectedIds } = useListContext();
  const { data = [] } = useGetMany('people', { ids: selectedIds });
  return (
    <Typography variant="body2" sx={{ maxHeight: '8rem', overflowY: 'auto', mb: 2 }}>
      {data.map(({ givenName, surname }) => `${givenName} ${surname}`).join(', ')}
    </Typography>
  );
}

/** Erases the selected people after the organiser has typed how many people are selected. */
export function EraseSelected() {
  const { selectedIds, onUnselectItems } = useListContext();
  const translate = useTranslate();
  const notify = useNotify();
  const number = selectedIds.length;
  const act = async ({ count, reason }: FieldValues) => {
    const { erased, kept } = await call(eraseMany, {
      body: { people: selectedIds.map(Number), count, reason },
    });
    onUnselectItems();
    const message = [...new Set(kept.map((one) => one.message))].join(' ');
    if (kept.length > 0)
      notify('resources.people.erasure.kept', {
        type: 'warning',
        messageArgs: { smart_count: kept.length, message },
        autoHideDuration: 10_000,
      });
    return translate('resources.people.erasure.done', { smart_count: erased });
  };
  if (number > mostErased)
    return (
      <Typography variant="body2">
        {translate('resources.people.erasure.tooMany', { number: mostErased })}
      </Typography>
    );
  return (
    <ActionDialog
      label="resources.people.erasure.erase"
      text="resources.people.erasure.text"
      color="error"
      icon={<DeleteIcon />}
      act={act}
    >
      <SelectedNames />
      <Reason />
      <NumberInput
        source="count"
        label={translate('resources.people.erasure.count', { number })}
        validate={required()}
      />
    </ActionDialog>
  );
}
