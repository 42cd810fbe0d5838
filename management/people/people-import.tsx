import { Button, Card, CardContent, FormControlLabel, Stack, Switch, Typography } from '@mui/material';
import { useState } from 'react';
import { Title, useNotify, useTranslate } from 'react-admin';
import type { Answer } from '../../contract/kit/operation.ts';
import { importPeople } from '../../contract/managed/people.ts';
import { call } from '../kit/call.ts';
import { FileButton } from '../kit/file-button.tsx';
import { readText } from '../kit/read-text.ts';
import { NoMailNotice } from '../outbox/no-mail-notice.tsx';
import { TeamsOff } from '../teams/teams-off.tsx';
import { ImportOutcome } from './people-import-outcome.tsx';
import { ImportReport } from './people-import-report.tsx';

type Report = Answer<typeof importPeople>;

/** Imports people from a table. Shows a preview, and imports after a confirmation. */
export function PeopleImport() {
  const translate = useTranslate();
  const notify = useNotify();
  const [csv, setCsv] = useState('');
  const [file, setFile] = useState('');
  const [options, setOptions] = useState({ invite: true, createTeams: false });
  const [report, setReport] = useState<Report>();
  const [isBusy, setBusy] = useState(false);
  const t = (key: string, values?: object) => translate(`resources.people.import.${key}`, values);

  const read = async (text: string, chosen: typeof options, keep: boolean) => {
    setBusy(true);
    try {
      setReport(await call(importPeople, { body: { csv: text, keep, ...chosen } }));
    } catch (error) {
      const { body, message } = error as Error & { body?: { errors?: { csv?: string } } };
      setReport(undefined);
      notify(body?.errors?.csv ?? message, { type: 'error', multiLine: true });
    }
    setBusy(false);
  };
  const choose = (name: keyof typeof options, value: boolean) => {
    const chosen = { ...options, [name]: value };
    setOptions(chosen);
    if (csv && name === 'createTeams') read(csv, chosen, false);
  };

  return (
    <Card sx={{ my: 2 }}>
      <Title title={t('title')} />
      <CardContent>
        <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
          <Typography>{t('hint')}</Typography>
          <FileButton
            accept=".csv,.txt,text/csv"
            variant="contained"
            disabled={isBusy || Boolean(report?.task)}
            onFile={async (chosen) => {
              const text = await readText(chosen);
              setFile(chosen.name);
              setCsv(text);
              setReport(undefined);
              // Text files never contain this character, but pictures and Excel workbooks do.
              if (text.includes('\0')) return notify(t('noTable'), { type: 'error', multiLine: true });
              await read(text, options, false);
            }}
          >
            {t('file')}
          </FileButton>
          {(['invite', 'createTeams'] as const).map((name) => (
            <FormControlLabel
              key={name}
              label={
                <>
                  {t(name)}
                  {name === 'createTeams' && (
                    <Typography variant="body2" color="textSecondary">
                      {t('createTeamsHint')}
                    </Typography>
                  )}
                </>
              }
              disabled={isBusy || Boolean(report?.task)}
              control={<Switch checked={options[name]} onChange={(_, value) => choose(name, value)} />}
            />
          ))}
          {options.invite && !report?.task && <NoMailNotice />}

          {file && <Typography variant="body2">{file}</Typography>}
          {report?.task === null && (
            <ImportReport
              report={report}
              isBusy={isBusy}
              onCreateTeams={options.createTeams ? undefined : () => choose('createTeams', true)}
            />
          )}
          {report?.columns.some(({ field }) => field === 'team') && <TeamsOff />}
          {report?.task === null && report.good > 0 && (
            <Button variant="contained" loading={isBusy} onClick={() => read(csv, options, true)}>
              {t('keep', { smart_count: report.good })}
            </Button>
          )}
          {report?.task ? (
            <ImportOutcome task={report.task} people={report.good} invite={options.invite} />
          ) : null}
        </Stack>
      </CardContent>
    </Card>
  );
}
