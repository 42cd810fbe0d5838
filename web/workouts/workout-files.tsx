import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { WorkoutOfFile } from '../../contract/workout-files.ts';
import { formatKilometers } from '../kit/numbers.ts';
import { FoldedPanel } from '../ui/folded-panel.tsx';
import { Notice } from '../ui/notice.tsx';
import { ChosenFileCard } from './chosen-file-card.tsx';
import { type ChosenFile, selectedOf, useFileImport } from './file-import.ts';
import { FilePicker } from './file-picker.tsx';

const busyPhases: ChosenFile['phase'][] = ['waiting', 'sending', 'saving'];

/** Returns whether a workout adds kilometres: it is not a second recording, and no organiser has to accept it first. */
const countsAlone = ({ isRepeated, isMotorSpeed }: WorkoutOfFile) => !isRepeated && !isMotorSpeed;

/** Imports workouts from files that people choose or drop, and shows a preview before saving. */
export function WorkoutFiles() {
  const { t } = useTranslation(['workouts', 'validation', 'activities', 'challenges']);
  const files = useFileImport();
  const selected = files.files.flatMap(selectedOf);
  const isBusy = files.files.some(({ phase }) => busyPhases.includes(phase));
  const isSaving = files.files.some(({ phase }) => phase === 'saving');
  const kilometers = selected
    .filter(countsAlone)
    .reduce((sum, { challengeKms }) => sum + (challengeKms ?? 0), 0);
  return (
    <FoldedPanel title={t('files.title')}>
      <div className="stack">
        <p className="soft">{t('files.introduction')}</p>
        <FilePicker onFiles={files.add} />
        {files.files.length > 0 && (
          <ul className="list stack gap-3" aria-label={t('files.list')}>
            {files.files.map((chosen) => (
              <li key={chosen.key}>
                <ChosenFileCard chosen={chosen} files={files} />
              </li>
            ))}
          </ul>
        )}
        <SavedNotice files={files.files} />
        {(selected.length > 0 || isSaving) && (
          <div className="row">
            <Button size="md" loading={isBusy} onClick={files.save}>
              {t('files.save', { count: selected.length })}
            </Button>
            {!isSaving && <span className="soft">{formatKilometers(kilometers)}&nbsp;km</span>}
          </div>
        )}
        <p className="soft small">{t('files.privacy')}</p>
      </div>
    </FoldedPanel>
  );
}

/** Shows the totals of all saved workouts. */
function SavedNotice({ files }: { files: ChosenFile[] }) {
  const { t } = useTranslation('workouts');
  const saved = files.flatMap(({ found }) => found?.workouts ?? []).filter(({ state }) => state === 'saved');
  if (saved.length === 0) return null;
  // Workouts that another source has already sent do not add kilometres.
  const kilometers = saved
    .filter((workout) => workout.sameAs.length === 0 && countsAlone(workout))
    .reduce((sum, { challengeKms }) => sum + (challengeKms ?? 0), 0);
  return (
    <Notice kind="success">
      <p>{t('files.done', { count: saved.length, kilometers: formatKilometers(kilometers) })}</p>
      <Link to="/my-activities">{t('files.toActivities')}</Link>
    </Notice>
  );
}
