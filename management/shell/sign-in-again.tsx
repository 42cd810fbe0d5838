import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Link,
  Stack,
  TextField,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { type HttpError, useTranslate } from 'react-admin';
import * as people from '../../contract/people.ts';
import * as secondFactor from '../../contract/second-factor.ts';
import * as sessions from '../../contract/sessions.ts';
import { whoIsSignedIn } from '../kit/auth-provider.ts';
import { callOnce } from '../kit/call.ts';
import { appPath, basePath } from '../kit/page.ts';
import { resumeSession, useSessionHasEnded } from '../kit/session.ts';

const focus = (node: HTMLElement | null) => node?.focus();

/** Shows the dialog to sign in again, over the current page. The page's calls continue afterwards. */
export function SignInAgain() {
  return useSessionHasEnded() ? <SignInDialog /> : null;
}

function SignInDialog() {
  const translate = useTranslate();
  const title = useId();
  const { data: person } = useQuery({ queryKey: ['who-is-signed-in'], queryFn: whoIsSignedIn });
  const [asksCode, setAsksCode] = useState(false);
  const [failure, setFailure] = useState('');
  const [isSending, setSending] = useState(false);
  const t = (key: string) => translate(`app.again.${key}`);
  useEffect(() => {
    // Detects that the person has signed in again in another tab.
    const recheck = async () => {
      const found = await callOnce(people.me, {}).catch(() => undefined);
      if (found && found.id === person?.id) resumeSession();
      else if (found) location.reload();
    };
    window.addEventListener('focus', recheck);
    return () => window.removeEventListener('focus', recheck);
  }, [person]);

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = (name: string) => String(new FormData(event.currentTarget).get(name) ?? '');
    const [username, password, code] = [typed('username'), typed('password'), typed('code')];
    setSending(true);
    setFailure('');
    try {
      if (asksCode) await callOnce(secondFactor.step, { body: { code } });
      else {
        const answer = await callOnce(sessions.signIn, { body: { username, password } });
        if (answer.secondFactor === 'code') {
          setAsksCode(true);
          setSending(false);
          return;
        }
      }
      resumeSession();
    } catch (error) {
      const { message, body, status } = error as HttpError;
      // If the sign-in expires before the person sends the code, it starts again with the password.
      if (status === 401) setAsksCode(false);
      const [errorKey = message] = Object.values((body?.errors ?? {}) as Record<string, string>);
      setFailure(translate(errorKey, { _: errorKey }));
      setSending(false);
    }
  };

  return (
    // Without a session, the page below is unusable; people can only sign in or leave.
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={title}>
      <form onSubmit={send}>
        <DialogTitle id={title}>{t('title')}</DialogTitle>
        <DialogContent>
          <Stack spacing={2}>
            <p>{t('text')}</p>
            {failure && (
              // Moves the focus, because the focused button was disabled during the call.
              <Alert severity="error" tabIndex={-1} ref={focus}>
                {failure}
              </Alert>
            )}
            {asksCode ? (
              <TextField
                key="code"
                name="code"
                label={t('code')}
                helperText={t('codeHelp')}
                autoComplete="one-time-code"
                required
                autoFocus
              />
            ) : (
              <>
                <TextField
                  // The key remounts the field once the person's email address has loaded, to fill in the address.
                  key={person?.email}
                  name="username"
                  type="email"
                  label={t('email')}
                  defaultValue={person?.email}
                  autoComplete="username"
                  slotProps={{ htmlInput: { readOnly: true } }}
                />
                <TextField
                  name="password"
                  type="password"
                  label={t('password')}
                  autoComplete="current-password"
                  required
                  autoFocus
                />
              </>
            )}
            <Link href={basePath} target="_blank" rel="noopener">
              {t('otherTab')}
            </Link>
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button href={appPath} color="inherit">
            {t('leave')}
          </Button>
          <Button type="submit" variant="contained" disabled={isSending}>
            {t('send')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
