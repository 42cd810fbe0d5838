import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLanguages } from '../configs/queries.ts';
import { switchLanguage } from '../i18n/texts.ts';
import classes from './layout.module.css';

/** Shows the available languages, with the current one marked. */
export function LanguageLinks() {
  const { t, i18n } = useTranslation();
  const languages = useLanguages();
  return (
    <nav aria-label={t('language')}>
      <ul className={`${classes.languages} list`}>
        {languages.map(({ code, label }) => (
          <li key={code}>
            <button
              type="button"
              lang={code}
              className={classes.language}
              aria-current={code === i18n.language ? 'true' : undefined}
              onClick={() => switchLanguage(code)}
            >
              {code.toUpperCase()}
              <VisuallyHidden>{` ${label}`}</VisuallyHidden>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
