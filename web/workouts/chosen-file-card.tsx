import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sportsQuery } from '../sports/queries.ts';
import { sportLabel } from '../sports/sport-label.ts';
import type { ChosenFile, FileImport } from './file-import.ts';
import classes from './files.module.css';
import { WorkoutRow } from './workout-row.tsx';

/** Shows the card of a chosen file: its progress, and its content or the reason why it cannot be used. */
export function ChosenFileCard({ chosen, files }: { chosen: ChosenFile; files: FileImport }) {
  const { t } = useTranslation(['workouts', 'validation']);
  const { file, phase, found, reason, failure } = chosen;
  const sentence = reason ? t(reason as never, { ns: 'validation' }) : failure;
  const isSending = phase === 'sending' || phase === 'saving';
  const isSaved = found?.workouts.every(({ state }) => state !== 'new');
  const canBeRemoved = !isSending && phase !== 'waiting';
  return (
    <article className={`${classes.card} inset stack gap-3`} data-saved={isSaved || undefined}>
      <header className={classes.header}>
        <h3 className={`${classes.name} bold`}>{file.name}</h3>
        {canBeRemoved && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            aria-label={t('files.remove', { name: file.name })}
            onClick={() => files.remove(chosen.key)}
          >
            <IconX aria-hidden size={18} />
          </ActionIcon>
        )}
      </header>
      {(phase === 'waiting' || isSending) && <FileProgress chosen={chosen} />}
      {sentence && (
        <p className={classes.refusal} role="alert">
          <IconAlertTriangle aria-hidden size={20} />
          <span>{sentence}</span>
        </p>
      )}
      {phase === 'failed' && (
        <Button variant="default" onClick={() => files.tryAgain(chosen)}>
          {t('files.tryAgain')}
        </Button>
      )}
      {found && phase !== 'refused' && (
        <>
          <SportChoice chosen={chosen} onChoice={(sport) => files.chooseSport(chosen, sport)} />
          <ul className={`${classes.workouts} list divided`}>
            {found.workouts.map((workout) => (
              <li key={workout.id}>
                <WorkoutRow
                  workout={workout}
                  isSelected={!chosen.left.has(workout.id)}
                  onSelect={(isSelected) => files.select(chosen, workout.id, isSelected)}
                />
              </li>
            ))}
          </ul>
          {found.refused.map(({ name, code }) => (
            <p key={name} className={classes.refusal}>
              <IconAlertTriangle aria-hidden size={20} />
              <span>{t('files.inArchive', { name, reason: t(code as never, { ns: 'validation' }) })}</span>
            </p>
          ))}
        </>
      )}
    </article>
  );
}

function FileProgress({ chosen: { phase, sent, file } }: { chosen: ChosenFile }) {
  const { t } = useTranslation('workouts');
  const step = phase === 'waiting' ? 'waiting' : sent < 1 ? 'sending' : 'reading';
  return (
    <div className={`${classes.progress} soft small stack gap-2`}>
      <span>{t(`files.${step}`)}</span>
      {phase !== 'waiting' && (
        <progress aria-label={file.name} max={1} {...(sent < 1 ? { value: sent } : {})} />
      )}
    </div>
  );
}

/** Asks which sport a workout is, if the file does not say. */
function SportChoice({ chosen, onChoice }: { chosen: ChosenFile; onChoice: (sport: string) => void }) {
  const { t, i18n } = useTranslation('workouts');
  const sports = useQuery(sportsQuery).data ?? [];
  // Workouts without a sport are saved with the sport that the person chooses here.
  const isAsked = chosen.found?.workouts.some(
    ({ sport, state }) => state === 'new' && (!sport || chosen.sport),
  );
  if (!isAsked) return null;
  const choices = sports
    .map((sport) => ({ value: sport['@id'], label: sportLabel(sport, i18n.language) }))
    .sort((one, other) => one.label.localeCompare(other.label, i18n.language));
  return (
    <NativeSelect
      size="md"
      className={classes.sport}
      label={t('files.sport')}
      disabled={chosen.phase !== 'read'}
      value={chosen.sport ?? ''}
      data={[{ value: '', label: t('files.chooseSport'), disabled: true }, ...choices]}
      onChange={(event) => onChoice(event.target.value)}
    />
  );
}
