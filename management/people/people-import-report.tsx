import { Alert, Box, Stack } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Answer } from '../../contract/kit/operation.ts';
import type { importPeople } from '../../contract/managed/people.ts';
import { ImportMistakes, NewTeams } from './people-import-mistakes.tsx';

type Report = Answer<typeof importPeople>;

/**
 * Shows the preview of an import: how columns were matched, the valid rows, and the problems. `onCreateTeams` switches
 * to creating unknown teams; it is undefined if the import will create them.
 */
export function ImportReport({
  report,
  isBusy,
  onCreateTeams,
}: {
  report: Report;
  isBusy: boolean;
  onCreateTeams: (() => void) | undefined;
}) {
  const translate = useTranslate();
  const t = (key: string, values?: object) => translate(`resources.people.import.${key}`, values);
  return (
    <Stack spacing={2} sx={{ width: '100%' }}>
      <Box component="ul" sx={{ m: 0 }}>
        {report.columns.map(({ header, field }) => (
          <li key={header}>
            {header} → {field ? t(`columns.${field}`) : t('notRead')}
          </li>
        ))}
      </Box>
      <Alert severity={report.good > 0 ? 'success' : 'warning'}>
        {report.good > 0
          ? t('importable', { smart_count: report.good })
          : t(report.amountOfKnown > 0 && report.amountOfBad === 0 ? 'allKnown' : 'noneImportable')}
      </Alert>
      <ImportMistakes report={report} />
      <NewTeams report={report} isBusy={isBusy} onCreate={onCreateTeams} />
      <FirstPeople report={report} />
      <KnownPeople title={t('known', { smart_count: report.amountOfKnown })} rows={report.known} />
    </Stack>
  );
}

/** Shows the first rows of the table, to check whether the columns were matched correctly. */
function FirstPeople({ report: { first, good } }: { report: Report }) {
  const translate = useTranslate();
  if (first.length === 0) return null;
  const fields = (
    ['givenName', 'surname', 'email', 'language', 'team', 'department', 'location'] as const
  ).filter((name) => first.some((person) => person[name]));
  const more = good - first.length;
  return (
    <Box sx={{ overflow: 'auto' }}>
      <Box component="table" sx={{ '& td, & th': { pr: 2, textAlign: 'start' } }}>
        <thead>
          <tr>
            {fields.map((name) => (
              <th key={name}>{translate(`resources.people.fields.${name}`)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {first.map((person) => (
            <tr key={person.email}>
              {fields.map((name) => (
                <td key={name}>{person[name]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
      {more > 0 && translate('resources.people.import.more', { smart_count: more })}
    </Box>
  );
}

function KnownPeople({ title, rows }: { title: string; rows: Report['known'] }) {
  const translate = useTranslate();
  if (rows.length === 0) return null;
  return (
    <Alert severity="info" sx={{ '& .MuiAlert-message': { width: '100%' } }}>
      {title}
      <Box sx={{ maxHeight: '20rem', overflow: 'auto' }} tabIndex={0} role="region" aria-label={title}>
        <Box component="table" sx={{ '& td': { pr: 2, verticalAlign: 'top' } }}>
          <tbody>
            {rows.map(({ line, person, value }) => (
              <tr key={line}>
                <td>{translate('resources.people.import.line', { line })}</td>
                <td>{person}</td>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
    </Alert>
  );
}
