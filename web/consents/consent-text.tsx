import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type * as consents from '../../contract/consents.ts';
import type { Answer } from '../../contract/kit/operation.ts';
import { DisclosureButton, useDisclosure } from '../ui/disclosure.tsx';
import { Html } from '../ui/html.tsx';
import classes from './consent.module.css';

/** Shows a button that opens the consent text below. */
export function ConsentText({ text }: { text: Answer<typeof consents.current> }) {
  const { t } = useTranslation('consents');
  const disclosure = useDisclosure();
  return (
    <div>
      <DisclosureButton disclosure={disclosure} label={t('read')}>
        {t('read')}
        <IconChevronDown
          aria-hidden
          size={18}
          className={classes.arrow}
          data-open={disclosure.isOpen || undefined}
        />
      </DisclosureButton>
      <div id={disclosure.panelId} hidden={!disclosure.isOpen} className={classes.words}>
        <h3>{text.title}</h3>
        <Html html={text.content} />
        <p className="soft">{t('version', { number: text.number })}</p>
      </div>
    </div>
  );
}
