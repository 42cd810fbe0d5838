import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PrivacyNotice } from '../../contract/privacy-notice.ts';
import { formatDate } from '../kit/dates.ts';
import { useBackLink } from '../layout/back-link.ts';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Screen } from '../ui/screen.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { privacyNoticeQuery } from './queries.ts';
import classes from './who-sees-what.module.css';

type Section = PrivacyNotice['sections'][number];

/** Shows the privacy notice for participants and visitors, which the server generates from the current settings. */
export default function PrivacyNoticeScreen() {
  const { t, i18n } = useTranslation(['layout', 'who-sees-what']);
  const { data, error, refetch } = useQuery(privacyNoticeQuery(i18n.language));
  return (
    <Screen title={t('footer.privacy')} back={useBackLink()}>
      {error ? (
        <ErrorBanner error={error} onRetry={refetch} />
      ) : data ? (
        <div className={classes.page}>
          <p className="soft measure">
            {t('privacy.made', { day: formatDate(data.day) })}{' '}
            <Link to="/who-sees-what" className="link">
              {t('footer.whoSeesWhat')}
            </Link>
          </p>
          {data.sections.map((section) => (
            <NoticeSection key={section.id} {...section} />
          ))}
          <Button
            variant="default"
            size="md"
            className={`${classes.print} start`}
            leftSection={<IconPrinter aria-hidden size={18} />}
            onClick={() => print()}
          >
            {t('who-sees-what:print')}
          </Button>
        </div>
      ) : (
        <Waiting />
      )}
    </Screen>
  );
}

function NoticeSection({ title, text, table, statements }: Section) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="title mb-3">
        {title}
      </h2>
      <p className="soft measure mb-3">{text}</p>
      {table && (
        <ul className="list card divided">
          {table.rows.map(([item, ...details]) => (
            <li key={item} className={classes.item}>
              <h3>{item}</h3>
              <dl className={classes.details}>
                {details.map((detail, index) => (
                  <div key={table.head[index + 1]}>
                    <dt>{table.head[index + 1]}</dt>
                    <dd>{detail}</dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ul>
      )}
      {statements.length > 0 && (
        <ul className="stations measure mt-3">
          {statements.map((statement) => (
            <li key={statement}>{statement}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
