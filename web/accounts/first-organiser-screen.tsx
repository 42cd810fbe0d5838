import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import type * as z from 'zod/mini';
import { FirstOrganiser, makeFirstOrganiser } from '../../contract/first-organiser.ts';
import type { Language } from '../../contract/kit/fields.ts';
import { CallFailure, call } from '../kit/call.ts';
import { useContractForm } from '../kit/form.ts';
import { basePath } from '../kit/page.ts';
import { navigateAway } from '../kit/page-navigation.ts';
import { AnonymousPage } from '../layout/anonymous-page.tsx';
import { Slogan } from '../layout/slogan.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { PasswordField, TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { Notice } from '../ui/notice.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { LanguageField } from './language-field.tsx';
import { firstOrganiserQuery } from './queries.ts';

/** Shows the page behind the link that the server prints while the platform has no organiser. */
export default function FirstOrganiserScreen() {
  const { t } = useTranslation('first-organiser');
  const { slug = '' } = useParams();
  const [isSpent, setIsSpent] = useState(false);
  const { error, isPending, refetch } = useQuery(firstOrganiserQuery(slug));
  const isClosed = isSpent || (error instanceof CallFailure && error.status === 404);
  return (
    <AnonymousPage title={t(isClosed ? 'closed.title' : 'title')} panel={<Slogan />} panelLeads>
      {isPending && <Waiting />}
      {isClosed && (
        <>
          <Notice kind="danger">{t('closed.text')}</Notice>
          <p className="soft">
            {t('closed.next')} <Link to="/">{t('closed.signIn')}</Link>
          </p>
        </>
      )}
      {error && !isClosed && <ErrorBanner error={error} onRetry={refetch} />}
      {!isPending && !error && !isClosed && (
        <>
          <p className="soft">{t('text')}</p>
          <FirstOrganiserForm slug={slug} onSpent={() => setIsSpent(true)} />
        </>
      )}
    </AnonymousPage>
  );
}

function FirstOrganiserForm({ slug, onSpent }: { slug: string; onSpent: () => void }) {
  const { t, i18n } = useTranslation(['first-organiser', 'accounts']);
  const form = useContractForm(FirstOrganiser, {
    givenName: '',
    surname: '',
    email: '',
    password: '',
    language: i18n.language as Language,
  });
  const make = (body: z.input<typeof FirstOrganiser>) =>
    call(makeFirstOrganiser, { params: { slug }, body }).then(
      // Loads the organisers' app, signed in and in the chosen language.
      () => navigateAway(`${basePath}dashboard`, 'replace'),
      (failure) => {
        if (!(failure instanceof CallFailure) || failure.status !== 404) throw failure;
        onSpent();
      },
    );
  return (
    <Form form={form} send={make} submitLabel={t('send')}>
      <TextField name="givenName" autoComplete="given-name" label={t('accounts:signUp.givenName')} />
      <TextField name="surname" autoComplete="family-name" label={t('accounts:signUp.surname')} />
      <TextField
        name="email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        label={t('accounts:signUp.email')}
      />
      <PasswordField
        name="password"
        autoComplete="new-password"
        label={t('accounts:signUp.password')}
        description={t('accounts:signUp.passwordHint')}
      />
      <LanguageField />
    </Form>
  );
}
