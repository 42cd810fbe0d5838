import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import * as accounts from '../../contract/accounts.ts';
import type { PersonInfo } from '../../contract/people.ts';
import { useLanguages } from '../configs/queries.ts';
import { switchLanguage } from '../i18n/texts.ts';
import { call } from '../kit/call.ts';
import { useContractForm } from '../kit/form.ts';
import { SelectField, TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { Notice } from '../ui/notice.tsx';
import { NamingChoice } from './naming-choice.tsx';
import classes from './profile.module.css';

/** Edits names, language and how others see the person. A new language changes the app immediately. */
export function ProfileForm({ person }: { person: PersonInfo }) {
  const { t } = useTranslation('people');
  const client = useQueryClient();
  const languages = useLanguages();
  const [done, setDone] = useState(false);
  const form = useContractForm(accounts.ModifyData, {
    givenName: person.givenName,
    surname: person.surname,
    language: person.language ?? 'nl',
    nameShown: person.nameShown ?? 'full',
    nickname: person.nickname ?? '',
  });
  return (
    <Form
      form={form}
      send={async (body) => {
        setDone(false);
        const { language } = await call(accounts.modifyData, { body });
        if (language !== person.language) await switchLanguage(language);
        setDone(true);
        // Refetches everything, because nearly every response contains names.
        await client.invalidateQueries();
      }}
      submitLabel={t('edit.submit')}
      aside={
        <Button component={Link} to="/my-profile" variant="default" size="md">
          {t('edit.cancel')}
        </Button>
      }
    >
      <div className={`${classes.fields} columns`}>
        <div className="stack">
          <TextInput
            size="md"
            readOnly
            value={person.email}
            label={t('edit.email')}
            description={t('edit.emailHelp')}
          />
          <TextField name="givenName" autoComplete="given-name" label={t('edit.givenName')} />
          <TextField name="surname" autoComplete="family-name" label={t('edit.surname')} />
          <SelectField
            name="language"
            label={t('edit.language')}
            data={languages.map(({ code, label }) => ({ value: code, label }))}
          />
        </div>
        <NamingChoice person={person} />
      </div>
      {done && <Notice kind="success">{t('edit.done')}</Notice>}
    </Form>
  );
}
