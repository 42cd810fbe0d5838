import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonName } from '../people/person-name.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { useNextPage } from '../ui/next-page.ts';
import { Waiting } from '../ui/waiting.tsx';
import classes from './like-button.module.css';
import { likesQuery } from './queries.ts';

/** Shows the names of the people who like an activity, newest like first. */
export function LikeList(props: { uuid: string; onFailure: (failure: Error) => void }) {
  const { t } = useTranslation('likes');
  const list = useInfiniteQuery(likesQuery(props.uuid));
  const next = useNextPage<HTMLUListElement>(list);
  const { error } = list;
  const examine = props.onFailure;
  useEffect(() => {
    if (error) examine(error);
  }, [error, examine]);

  if (list.isPending) return <Waiting small />;
  if (!list.data) return <ErrorBanner error={list.error} onRetry={list.refetch} />;
  const shown = list.data.pages.flatMap((page) => page['hydra:member']);
  if (shown.length === 0) return <p>{t('nobody')}</p>;
  return (
    <>
      <ul className={`${classes.names} list`} ref={next.list}>
        {shown.map((like) => (
          <li key={like['@id']}>
            <PersonName person={like.person} />
          </li>
        ))}
      </ul>
      {list.isFetchNextPageError && <ErrorBanner error={list.error} onRetry={next.load} focused />}
      {list.hasNextPage && (
        <Button variant="default" size="sm" loading={list.isFetchingNextPage} onClick={next.load}>
          {t('more')}
        </Button>
      )}
    </>
  );
}
