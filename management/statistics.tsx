import StatisticsIcon from '@mui/icons-material/QueryStatsOutlined';
import {
  Alert,
  Card,
  CardContent,
  Skeleton,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { useEffect, useState } from 'react';
import { type ResourceProps, Title, useLocaleState, useTranslate } from 'react-admin';
import { localeOf } from '../contract/kit/locale.ts';
import type { Answer } from '../contract/kit/operation.ts';
import * as statistics from '../contract/managed/statistics.ts';
import { call } from './kit/call.ts';

type Told = Answer<typeof statistics.one>;

/** What the current challenge adds up to, of five people at least. */
function StatisticsPage() {
  const translate = useTranslate();
  const locale = localeOf(useLocaleState()[0]);
  const [told, setTold] = useState<Told>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    call(statistics.one, { query: {} }).then(setTold, ({ message }: Error) => setFailure(message));
  }, []);
  const t = (key: string, values?: object) => translate(`resources.statistics.${key}`, values);
  if (failure) return <Alert severity="error">{translate(failure, { _: failure })}</Alert>;
  if (!told) return <Skeleton variant="rounded" height={320} />;
  const kilometres = new Intl.NumberFormat(locale, { maximumFractionDigits: 2, minimumFractionDigits: 2 });
  const day = (date: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(
      new Date(`${date}T12:00:00Z`),
    );
  const people = (count: number | null) =>
    count === null ? t('fewer', { count: told.fewestPeople }) : t('atLeast', { count });
  const km = (amount: number | null) => (amount === null ? '—' : kilometres.format(amount));
  return (
    <Card>
      <Title title={t('name', { smart_count: 2 })} />
      <CardContent>
        <Alert severity="info">{t('rule', { count: told.fewestPeople })}</Alert>
        {told.until ? (
          <Typography sx={{ my: 2 }}>{t('until', { day: day(told.until) })}</Typography>
        ) : (
          <Typography sx={{ my: 2 }}>{t('notYet')}</Typography>
        )}
        <Rows
          head={[t('what'), t('amount')]}
          rows={[
            [t('registered'), people(told.registered)],
            [t('participants'), people(told.participants)],
            [t('kilometers'), km(told.kilometers)],
          ]}
        />
        <Rows
          head={[t('week'), t('active'), t('signUps')]}
          rows={told.weeks.map(({ from, active, signUps }) => [day(from), people(active), people(signUps)])}
        />
        <Rows
          head={[t('sport'), t('kilometers')]}
          rows={[
            ...told.sports.map(({ label, kilometers }) => [label, km(kilometers)]),
            ...(told.otherSports === null ? [] : [[t('otherSports'), km(told.otherSports)]]),
          ]}
        />
        <Rows
          head={[t('team'), t('kilometers')]}
          rows={[
            ...told.teams.map(({ name, kilometers }) => [name, km(kilometers)]),
            ...(told.otherTeams === null ? [] : [[t('otherTeams'), km(told.otherTeams)]]),
          ]}
        />
      </CardContent>
    </Card>
  );
}

/** A table of names and numbers; nothing where it has no rows. */
function Rows({ head, rows }: { head: string[]; rows: string[][] }) {
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
              <TableCell key={head[index + 1]} align="right" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                {value}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** What a challenge adds up to for the employer; read only. */
export const statisticsPage: ResourceProps = {
  name: 'statistics',
  icon: StatisticsIcon,
  list: StatisticsPage,
};
