import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Challenge } from '../../contract/challenges.ts';
import { challengeState, challengeTexts } from '../challenges/challenge-texts.ts';
import { challengesQuery } from '../challenges/queries.ts';

/**
 * Returns the challenge in the URL, or else the current or last challenge. `challenge` is undefined while loading, and
 * null if no challenge has begun. `choice` is the field to choose a challenge, if there are several.
 */
export function useChosenChallenge(): { challenge: Challenge | null | undefined; choice: ReactNode } {
  const { t, i18n } = useTranslation('teams');
  const [search, setSearch] = useSearchParams();
  const { data: all, error } = useQuery(challengesQuery);
  const begun = all?.filter((challenge) => challengeState(challenge) !== 'upcoming');
  const challenge =
    begun?.find(({ uri }) => uri === search.get('challenge')) ??
    begun?.find((one) => challengeState(one) === 'onNow') ??
    begun?.[0];
  const choice = begun && begun.length > 1 && (
    <NativeSelect
      size="md"
      label={t('challenge')}
      value={challenge?.uri ?? ''}
      data={begun.map((one) => ({ value: one.uri, label: challengeTexts(one, i18n.language).name }))}
      onChange={(event) => setSearch({ challenge: event.currentTarget.value }, { replace: true })}
    />
  );
  return { challenge: challenge ?? (all || error ? null : undefined), choice };
}
