import { IconLanguage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../contract/kit/fields.ts';
import { switchLanguage } from '../i18n/texts.ts';
import { offeredLanguage, pageLanguage } from '../kit/page.ts';
import classes from './anonymous.module.css';

/**
 * The offer to switch, written in the offered language. The texts are here because the file of the offered
 * language is not loaded yet.
 */
const offers: Record<Language, string> = {
  en: 'View this page in English',
  fr: 'Voir cette page en français',
  nl: 'Bekijk deze pagina in het Nederlands',
};

/** Offers the browser's preferred language and, after switching, the previous language. */
export function LanguageOffer() {
  const { i18n } = useTranslation();
  if (!(offeredLanguage in offers)) return null;
  const other = (i18n.language === offeredLanguage ? pageLanguage : offeredLanguage) as Language;
  return (
    <button
      type="button"
      lang={other}
      className={`${classes.offer} link target start small`}
      onClick={() => switchLanguage(other)}
    >
      <IconLanguage aria-hidden size={20} stroke={1.75} />
      {offers[other]}
    </button>
  );
}
