import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { Form, type HttpError, useNotify, useRefresh, useTranslate } from 'react-admin';
import type { FieldValues, UseFormSetError } from 'react-hook-form';
import { useFormContext } from 'react-hook-form';

interface Action {
  /** The title of the dialog, and the label of the button that opens the dialog. */
  label: string;
  /** The label of the confirm button, if it differs from the title. */
  confirm?: string;
  text?: string;
  /** React-admin inputs in the dialog. */
  children?: ReactNode;
  defaultValues?: FieldValues;
  /** Performs the action and returns the success message. Throws the same errors as `call`. */
  act: (values: FieldValues) => Promise<string>;
  color?: 'primary' | 'error';
  /** Whether to leave the page afterwards, because its resource may no longer exist. */
  isLeaving?: boolean;
  /** The icon of the button, for buttons above a list. */
  icon?: ReactNode;
}

/**
 * Shows a button that opens a dialog before an action on a resource. The dialog shows violations next to the inputs
 * that they concern.
 */
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

/** Shows the violations of a failed call next to the inputs that they concern. Returns whether there were any. */
export function showViolations(error: HttpError, setError: UseFormSetError<FieldValues>): boolean {
  const entries = Object.entries((error.body?.errors ?? {}) as Record<string, unknown>);
  for (const [name, message] of entries) setError(name, { type: 'server', message: String(message) });
  return entries.length > 0;
}
