import '@mantine/core/styles/Checkbox.css';
import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { fieldError } from '../kit/field-message.ts';
import { ConsentText } from './consent-text.tsx';
import { consentTextQuery } from './queries.ts';

/** Shows the sign-up form's checkbox `consent` and the consent text. Renders nothing if there is no consent text. */
export function ConsentField() {
  const { t, i18n } = useTranslation(['consents', 'validation']);
  const { data: text } = useQuery(consentTextQuery(i18n.language));
  const { setValue, watch, formState } = useFormContext();
  if (!text || text.number === null) return null;
  const error = fieldError(t as never, formState.errors.consent?.message as string | undefined);
  return (
    <div className="stack gap-2">
      <Checkbox
        size="md"
        name="consent"
        label={t('agree', { title: text.title })}
        error={error}
        description={t('voluntary')}
        checked={watch('consent') === text.number}
        onChange={({ currentTarget }) =>
          setValue('consent', currentTarget.checked ? text.number : null, { shouldValidate: true })
        }
      />
      <ConsentText text={text} />
    </div>
  );
}
