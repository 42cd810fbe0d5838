import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import { languages } from '../contract/kit/fields.ts';
import { useActivityWords } from './kit/activity-words.ts';

const isMoment = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text);

const isInLanguages = (value: object): value is Record<string, unknown> =>
  Object.keys(value).every((key) => (languages as readonly string[]).includes(key));

/** The values that a line of the change log keeps, each before and after. */
export function ChangeValues() {
  const record = useRecordContext();
  const translate = useTranslate();
  const names = [...new Set([...Object.keys(record?.before ?? {}), ...Object.keys(record?.after ?? {})])];
  // That a mail was sent, say, changes no value.
  if (names.length === 0) return null;
  return (
    <Box sx={{ overflowX: 'auto', width: '100%' }}>
      <Box
        component="table"
        sx={{
          borderCollapse: 'collapse',
          '& td, & th': { textAlign: 'left', verticalAlign: 'top', p: 1, overflowWrap: 'anywhere' },
          '& tr': { borderBottom: 1, borderColor: 'divider' },
          '& th': { minWidth: '6em' },
        }}
      >
        <thead>
          <tr>
            <th>{translate('app.field')}</th>
            <th>{translate('resources.changes.fields.before')}</th>
            <th>{translate('resources.changes.fields.after')}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{translate(`resources.${record?.resource}.fields.${name}`, { _: name })}</th>
              <td>
                <Value of={`resources.${record?.resource}.choices.${name}`} value={record?.before?.[name]} />
              </td>
              <td>
                <Value of={`resources.${record?.resource}.choices.${name}`} value={record?.after?.[name]} />
              </td>
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

/** A value in words: a choice by its name, a moment by its day and time, texts by their languages. */
function Value({ of, value }: { of: string; value: unknown }): ReactNode {
  const translate = useTranslate();
  const words = useActivityWords();
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'boolean') return translate(`ra.boolean.${value}`);
  if (typeof value === 'number') return words.number(value);
  if (typeof value === 'string')
    return isMoment(value) ? words.moment(value) : translate(`${of}.${value}`, { _: value });
  if (typeof value === 'object' && isInLanguages(value))
    return Object.entries(value).map(([language, text]) => (
      <div key={language} lang={language}>
        <strong>{translate(`ra.locales.${language}`)}</strong> {text ? String(text) : '—'}
      </div>
    ));
  // Another thing, which its name says all about.
  if (typeof value === 'object' && 'id' in value && 'name' in value)
    return <Value of={of} value={value.name} />;
  return Object.entries(value).map(([name, inner]) => (
    <div key={name}>
      {!Array.isArray(value) && <strong>{name} </strong>}
      <Value of={of} value={inner} />
    </div>
  ));
}
