import { Alert, Box, Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Answer } from '../../contract/kit/operation.ts';
import type { importPeople } from '../../contract/managed/people.ts';

type Report = Answer<typeof importPeople>;

const indented = { m: 0, pl: 2.5 };

/**
 * Lists each kind of problem in the imported table once, with the number of affected rows and the rows
 * themselves.
 */
export function ImportMistakes({ report }: { report: Report }) {
  const translate = useTranslate();
  const t = (key: string, values?: object) => translate(`resources.people.import.${key}`, values);
  const mistakes = report.mistakes.filter(({ code }) => code !== 'import.teamUnknown');
  const amount = mistakes.reduce((sum, one) => sum + one.amount, 0);
  if (amount === 0) return null;
  return (
    <Alert severity="error">
      {t('bad', { smart_count: amount })}
      <Box component="ul" sx={indented}>
        {mistakes.map(({ column, message, amount: times, lines }) => (
          <li key={`${column} ${message}`}>
            {column && `${column} · `}
            {message} <LinesOf lines={lines} amount={times} />
          </li>
        ))}
      </Box>
    </Alert>
  );
}

/**
 * Lists the unknown teams in the imported table. Says that the import will create these teams, or offers to
 * create them.
 */
export function NewTeams({
  report,
  isBusy,
  onCreate,
}: {
  report: Report;
  isBusy: boolean;
  /** Undefined if the import will create the teams. */
  onCreate: (() => void) | undefined;
}) {
  const translate = useTranslate();
  const t = (key: string, values?: object) => translate(`resources.people.import.${key}`, values);
  const { newTeams } = report;
  if (newTeams.length === 0) return null;
  const people = newTeams.reduce((sum, team) => sum + team.people, 0);
  return (
    <Alert
      severity={onCreate ? 'warning' : 'info'}
      action={
        onCreate && (
          <Button color="inherit" size="small" disabled={isBusy} onClick={onCreate}>
            {t('createThem', { smart_count: newTeams.length })}
          </Button>
        )
      }
      sx={{ flexWrap: { xs: 'wrap', sm: 'nowrap' } }}
    >
      {onCreate && <div>{t('teamless', { smart_count: people })}</div>}
      {t(onCreate ? 'teamsMissing' : 'teamsMade', { smart_count: newTeams.length })}
      <Box component="ul" sx={{ ...indented, maxHeight: '12rem', overflow: 'auto' }}>
        {newTeams.map((team) => (
          <li key={team.name}>
            {team.name} ({team.people})
          </li>
        ))}
      </Box>
    </Alert>
  );
}

/** Shows the rows with a problem, each with the person and the invalid value. */
function LinesOf({ lines, amount }: { lines: Report['mistakes'][number]['lines']; amount: number }) {
  const translate = useTranslate();
  const t = (key: string, values: object) => translate(`resources.people.import.${key}`, values);
  return (
    <Box component="ul" sx={{ ...indented, opacity: 0.8 }}>
      {lines.map(({ line, person, value }) => (
        <li key={line}>
          {[t('line', { line }), person, value && t('written', { value })].filter(Boolean).join(' · ')}
        </li>
      ))}
      {amount > lines.length && <li>{t('more', { smart_count: amount - lines.length })}</li>}
    </Box>
  );
}
