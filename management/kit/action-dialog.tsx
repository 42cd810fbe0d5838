import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { Form, type HttpError, useNotify, useRefresh, useTranslate } from 'react-admin';
import type { FieldValues, UseFormSetError } from 'react-hook-form';
import { useFormContext } from 'react-hook-form';

interface Action {
  /** The label of the button that opens it, and the dialog's title. */
  label: string;
  /** The label of the confirming button, if it differs from the title. */
  confirm?: string;
  /** The text before confirmation. */
  text?: string;
  /** Inputs of react-admin. */
  children?: ReactNode;
  defaultValues?: FieldValues;
  /** Returns the success message; throws as calls do. */
  act: (values: FieldValues) => Promise<string>;
  color?: 'primary' | 'error';
  /** Whether to leave the page, as its resource may be gone. */
  isLeaving?: boolean;
  /** For a button among others of a list. */
  icon?: ReactNode;
}

/** A button that asks before an action on a resource; shows violations at their inputs. */
export function ActionDialog({
  label,
  confirm = label,
  text,
  children,
  defaultValues = {},
  act,
  color = 'primary',
  isLeaving = false,
  icon,
}: Action) {
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        {...(icon ? { size: 'small', startIcon: icon } : { variant: 'outlined' })}
        color={color}
        onClick={() => setOpen(true)}
      >
        {translate(label)}
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} fullWidth maxWidth="xs">
        <Form record={defaultValues}>
          <DialogTitle>{translate(label)}</DialogTitle>
          <DialogContent>
            <Stack>
              {text && <p>{translate(text)}</p>}
              {children}
            </Stack>
          </DialogContent>
          <Buttons {...{ label: confirm, color, act, isLeaving }} close={() => setOpen(false)} />
        </Form>
      </Dialog>
    </>
  );
}

function Buttons({
  label,
  color,
  act,
  isLeaving,
  close,
}: Required<Pick<Action, 'label' | 'act' | 'color' | 'isLeaving'>> & { close: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const { handleSubmit, setError, formState } = useFormContext();
  const submit = handleSubmit(async (values) => {
    try {
      notify(await act(values), { type: 'success' });
      close();
      if (!isLeaving) refresh();
    } catch (error) {
      const isShown = showViolations(error as HttpError, setError);
      if (!isShown) notify((error as Error).message, { type: 'error' });
    }
  });
  return (
    <DialogActions>
      <Button onClick={close}>{translate('ra.action.cancel')}</Button>
      <Button variant="contained" color={color} disabled={formState.isSubmitting} onClick={submit}>
        {translate(label)}
      </Button>
    </DialogActions>
  );
}

/** Puts the violations of a failed call at their inputs; returns whether there were any. */
export function showViolations(error: HttpError, setError: UseFormSetError<FieldValues>): boolean {
  const entries = Object.entries((error.body?.errors ?? {}) as Record<string, unknown>);
  for (const [name, message] of entries) setError(name, { type: 'server', message: String(message) });
  return entries.length > 0;
}
