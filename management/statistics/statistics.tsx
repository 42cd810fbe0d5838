import DownloadIcon from '@mui/icons-material/GetApp';
import StatisticsIcon from '@mui/icons-material/QueryStatsOutlined';
import {
  Alert,
  Button,
  Card,
  CardContent,
  Skeleton,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { useEffect, useState } from 'react';
import { type ResourceProps, Title, useLocaleState, useTranslate } from 'react-admin';
import { localeOf } from '../../contract/kit/locale.ts';
import type { Answer } from '../../contract/kit/operation.ts';
import * as statistics from '../../contract/managed/statistics.ts';
import { ChallengePicker, useChallengeChoices } from '../challenges/challenge-picker.tsx';
import { call } from '../kit/call.ts';
import { download, type StatisticsTable, tablesOf } from './statistics-tables.ts';

type Figures = Answer<typeof statistics.one>;

/** Shows the statistics of one or all challenges, for groups of at least five people. */
function StatisticsPage() {
  const translate = useTranslate();
  const locale = localeOf(useLocaleState()[0]);
  const choices = useChallengeChoices();
  const [chosen, setChosen] = useState<string>();
  const [figures, setTold] = useState<Figures>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    let isWanted = true;
    call(statistics.one, { query: chosen ? { challenge: chosen } : {} }).then(
      (answer) => isWanted && setTold(answer),
      ({ message }: Error) => isWanted && setFailure(message),
    );
    return () => {
      isWanted = false;
    };
  }, [chosen]);
  const t = (key: string, values?: object) => translate(`resources.statistics.${key}`, values);
  // Finds the challenge by its address without the base path.
  const challengeOf = (address: string) =>
    choices?.find(({ uuid }) => address.endsWith(uuid)) ?? { uuid: 'all', name: t('all') };
  if (failure) return <Alert severity="error">{translate(failure, { _: failure })}</Alert>;
  // Without the challenge's name, the picker would appear to have «all» selected.
  if (!figures || !choices) return <Skeleton variant="rounded" height={320} />;
  const day = (date: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(
      new Date(`${date}T12:00:00Z`),
    );
  const tables = tablesOf(figures, t, locale, day);
  const about = [challengeOf(chosen ?? figures.challenge ?? 'all').name, figures.until ?? ''].filter(Boolean);
  return (
    <Card>
      <Title title={t('name', { smart_count: 2 })} />
      <CardContent>
        <Stack
          direction={{ xs: 'column', sm: 'row' }}
          spacing={1}
          sx={{ mb: 2, alignItems: { sm: 'center' } }}
        >
          <ChallengePicker
            {...{ choices }}
            chosen={challengeOf(chosen ?? figures.challenge ?? 'all').uuid}
            onChange={setChosen}
          />
          <Button startIcon={<DownloadIcon />} onClick={() => download(tables, about, t)}>
            {translate('ra.action.export')}
          </Button>
        </Stack>
        <Alert severity="info">{t('rule', { count: figures.fewestPeople })}</Alert>
        {figures.until ? (
          <Typography sx={{ my: 2 }}>{t('until', { day: day(figures.until) })}</Typography>
        ) : (
          <Typography sx={{ my: 2 }}>{t('notYet')}</Typography>
        )}
        {tables.map((table) => (
          <Rows key={table.head[0]} {...table} />
        ))}
      </CardContent>
    </Card>
  );
}

/** Shows a table of names and numbers. Renders nothing if the table has no rows. */
function Rows({ head, rows }: StatisticsTable) {
  if (rows.length === 0) return null;
  return (
    <Table size="small" sx={{ mb: 3 }}>
      <TableHead>
        <TableRow>
          {head.map((title, index) => (
            <TableCell key={title} align={index === 0 ? 'left' : 'right'}>
              {title}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map(([name, ...values]) => (
          <TableRow key={name}>
            <TableCell component="th" scope="row">
              {name}
            </TableCell>
            {values.map((value, index) => (
              <TableCell
                key={head[index + 1]}
                align="right"
                sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
              >
                {value}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** The statistics for the employer; read-only. */
export const statisticsPage: ResourceProps = {
  name: 'statistics',
  icon: StatisticsIcon,
  list: StatisticsPage,
};
