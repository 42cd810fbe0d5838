import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  largestFile,
  mostIds,
  receive,
  type WorkoutFile,
  type WorkoutOfFile,
} from '../../contract/workout-files.ts';
import { CallFailure } from '../kit/call.ts';
import { callWithFile } from '../kit/call-with-file.ts';
import { meKey } from '../kit/query-client.ts';

/** A chosen file and its state. */
export interface ChosenFile {
  key: number;
  file: File;
  /** People can retry a file that is `failed`, but not a file that is `refused`. */
  phase: 'waiting' | 'sending' | 'read' | 'saving' | 'refused' | 'failed';
  /** The upload progress, from 0 to 1. */
  sent: number;
  found: WorkoutFile | undefined;
  /** The key of the text that says why the file cannot be used. */
  reason: string | undefined;
  /** The message that says why the upload failed. */
  failure: string | undefined;
  /** The address of the sport for workouts whose file does not name a sport. */
  sport: string | undefined;
  /** The ids of the workouts that the person does not want to save. */
  left: ReadonlySet<string>;
}

/** Returns the workouts of a file that the person has selected for saving. */
export const selectedOf = ({ phase, found, left }: ChosenFile): WorkoutOfFile[] =>
  phase === 'read'
    ? (found?.workouts ?? []).filter(({ id, state, sport }) => state === 'new' && sport && !left.has(id))
    : [];

/** Manages the chosen files: sends them one after another for a preview, and then saves them. */
export function useFileImport() {
  const client = useQueryClient();
  const [files, setFiles] = useState<ChosenFile[]>([]);
  const queue = useRef(Promise.resolve());
  const nextKey = useRef(1);

  const change = (key: number, changes: Partial<ChosenFile>) =>
    setFiles((before) => before.map((one) => (one.key === key ? { ...one, ...changes } : one)));

  /** Sends a file for a preview or for saving once the files before it are done, and stores the outcome. */
  const send = (chosen: ChosenFile, query: Parameters<typeof sendFile>[1]) => {
    const { key, file } = chosen;
    const isToBeSaved = query.save === 'true';
    const run = async () => {
      change(key, { phase: isToBeSaved ? 'saving' : 'sending', sent: 0, failure: undefined });
      try {
        const found = await sendFile(file, query, (sent) => change(key, { sent }));
        setFiles((before) =>
          before.map((one) =>
            one.key === key
              ? { ...one, phase: 'read', found: since(one.found, found), left: leftAfter(one, found) }
              : one,
          ),
        );
      } catch (failure) {
        change(key, outcomeOf(client, failure));
      }
    };
    const turn = queue.current.then(run);
    queue.current = turn;
    return turn;
  };

  const add = (added: File[]) => {
    const chosen = added.map((file): ChosenFile => {
      const isTooLarge = file.size > largestFile;
      return {
        key: nextKey.current++,
        file,
        phase: isTooLarge ? 'refused' : 'waiting',
        sent: 0,
        found: undefined,
        reason: isTooLarge ? tooLarge : undefined,
        failure: undefined,
        sport: undefined,
        left: new Set(),
      };
    });
    setFiles((before) => [...before, ...chosen]);
    for (const one of chosen) if (one.phase === 'waiting') send(one, {});
  };

  const remove = (key: number) => setFiles((before) => before.filter((one) => one.key !== key));

  const tryAgain = (chosen: ChosenFile) => {
    change(chosen.key, { phase: 'waiting' });
    send(chosen, sportQuery(chosen));
  };

  const chooseSport = (chosen: ChosenFile, sport: string) => {
    change(chosen.key, { sport });
    send(chosen, { sport });
  };

  const select = (chosen: ChosenFile, id: string, isSelected: boolean) => {
    const left = new Set(chosen.left);
    if (isSelected) left.delete(id);
    else left.add(id);
    change(chosen.key, { left });
  };

  const save = async () => {
    for (const chosen of files) {
      const selected = selectedOf(chosen).map(({ id }) => id);
      if (selected.length === 0) continue;
      const isAll = chosen.found?.workouts.every(({ id, state }) => state !== 'new' || selected.includes(id));
      const query = { save: 'true', ...sportQuery(chosen) } as const;
      if (isAll) await send(chosen, query);
      else
        for (let at = 0; at < selected.length; at += mostIds)
          await send(chosen, { ...query, only: selected.slice(at, at + mostIds).join(',') });
    }
    refresh(client);
  };

  return { files, add, remove, tryAgain, chooseSport, select, save };
}

export type FileImport = ReturnType<typeof useFileImport>;

/** Returns the content of a file after saving. Workouts that were just saved are not reported as duplicates. */
const since = (before: WorkoutFile | undefined, now: WorkoutFile): WorkoutFile => ({
  ...now,
  workouts: now.workouts.map((workout) => {
    const isSavedHere = before?.workouts.some(({ id, state }) => id === workout.id && state === 'saved');
    return isSavedHere ? { ...workout, state: 'saved' } : workout;
  }),
});

/** Leaves out workouts that look like a drive, until the person selects them. */
const leftAfter = ({ left, found: before }: ChosenFile, now: WorkoutFile): ReadonlySet<string> => {
  const isAsked = ({ id }: WorkoutOfFile) =>
    before?.workouts.some((one) => one.id === id && one.isMotorSpeed);
  const drives = now.workouts.filter((workout) => workout.isMotorSpeed && !isAsked(workout));
  return new Set([...left, ...drives.map(({ id }) => id)]);
};

const sportQuery = ({ sport }: ChosenFile) => (sport === undefined ? {} : { sport });

function sendFile(
  file: File,
  query: { save?: 'true'; only?: string; sport?: string },
  onProgress: (sent: number) => void,
): Promise<WorkoutFile> {
  return callWithFile(receive, { query }, file, onProgress);
}

const tooLarge = 'file.tooLarge';

/**
 * Returns the state of a file after a failed call. If the session has ended, the app asks the person to sign in again.
 */
function outcomeOf(client: QueryClient, failure: unknown): Partial<ChosenFile> {
  if (!(failure instanceof CallFailure)) throw failure;
  if (failure.sessionEnded) client.invalidateQueries({ queryKey: meKey });
  // If a proxy has a lower size limit than the server, its response has only a status.
  const reason = failure.violations[0]?.code ?? (failure.status === 413 ? tooLarge : undefined);
  return reason ? { phase: 'refused', reason } : { phase: 'failed', failure: failure.message };
}

/** Refetches all queries that new activities change. */
function refresh(client: QueryClient): void {
  for (const first of ['activities', 'challenges', 'rankings', 'people', 'teams'])
    client.invalidateQueries({ queryKey: [first] });
}
