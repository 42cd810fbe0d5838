import { useTranslation } from 'react-i18next';

/** Shows the sentence on the panel of the sign-in pages. */
export function Slogan() {
  const { t } = useTranslation('sessions');
  return <p className="slogan">{t('signIn.slogan')}</p>;
}
