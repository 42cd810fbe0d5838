import { UnstyledButton } from '@mantine/core';
import { useDocumentVisibility, useLocalStorage, useThrottledCallback } from '@mantine/hooks';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { followState } from '../kit/state-stream.ts';
import classes from './layout.module.css';

const path = '/platform/api/board_changes';

/**
 * The cached data that changes when anybody logs an activity: boards, totals, and the progress on the map.
 */
const moving = [['rankings'], ['challenges', 'stats'], ['challenges', 'progress'], ['teams', 'distribution']];

/** How long loaded data counts as up to date, in milliseconds. */
const justNow = 1000;

/** Milliseconds between two updates of complete rankings, which are tens of kilobytes in size. */
const pauseOfLongBoards = 30_000;

/**
 * Updates boards, numbers and the map while others log activities, and shows a button to pause this. Pauses
 * while the page is hidden, and catches up when the page is shown again.
 */
export function LiveUpdates() {
  const { t } = useTranslation('layout');
  const client = useQueryClient();
  const isVisible = useDocumentVisibility() === 'visible';
  const [isOn, setIsOn] = useLocalStorage({
    key: 'live-updates',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  const known = useRef<string>(undefined);
  const update = (isAffected: (query: Query) => boolean) => {
    for (const queryKey of moving) void client.invalidateQueries({ queryKey, predicate: isAffected });
  };
  const updateLongBoards = useThrottledCallback(() => update(isLong), pauseOfLongBoards);
  const learn = useEffectEvent((state: string) => {
    if (state === known.current) return;
    const isFirst = known.current === undefined;
    known.current = state;
    // The first state does not say whether anything has changed, so everything is refetched except what has
    // just been loaded.
    if (isFirst) return update(({ state: { dataUpdatedAt } }) => Date.now() - dataUpdatedAt > justNow);
    update((query) => !isLong(query));
    updateLongBoards();
  });
  useEffect(() => {
    if (isOn && isVisible) return followState(path, known.current, learn);
    // If updates are paused at first, the data on the screen may be outdated when they start, so the first
    // state refetches the data.
    known.current ??= '';
  }, [isOn, isVisible]);
  return (
    <UnstyledButton className={`${classes.updates} target plain`} onClick={() => setIsOn(!isOn)}>
      {t(isOn ? 'footer.pauseUpdates' : 'footer.resumeUpdates')}
    </UnstyledButton>
  );
}

/** Returns whether a query loads a board with more rows than fit on a few screens. */
function isLong({ queryKey: [kind, , board] }: Query): boolean {
  return kind === 'rankings' && ((board as { limit?: number } | undefined)?.limit ?? 0) > 100;
}
