import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import { languages } from '../../contract/kit/fields.ts';
import { useActivityFormat } from '../kit/activity-format.ts';
import { labelsOf } from './change-labels.ts';

const isMoment = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text);

const isInLanguages = (value: object): value is Record<string, unknown> =>
  Object.keys(value).every((key) => (languages as readonly string[]).includes(key));

/** Shows the values in a row of the change log, before and after the change. */
export function ChangeValues() {
  const record = useRecordContext();
  const translate = useTranslate();
  const label = useLabel(record?.resource);
  const names = [...new Set([...Object.keys(record?.before ?? {}), ...Object.keys(record?.after ?? {})])];
  // Some rows have no changed values, for example the row for a sent email.
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
              <th scope="row">{label(name)}</th>
              <td>
                <Value resource={record?.resource} name={name} value={record?.before?.[name]} />
              </td>
              <td>
                <Value resource={record?.resource} name={name} value={record?.after?.[name]} />
              </td>
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

/** Returns a function that finds the label of a resource's value. */
function useLabel(resource: string): (name: string) => string {
  const translate = useTranslate();
  return (name) => {
    const [own, common] = labelsOf(resource, name);
    return translate(own, { _: translate(common, { _: name }) });
  };
}

interface ValueProps {
  resource: string;
  /** The name of the value; a nested value has dots in its name. */
  name: string;
  value: unknown;
}

/** Renders a value as text: the label of a choice, the date and time of a moment, or a text in each language. */
function Value({ resource, name, value }: ValueProps): ReactNode {
  const translate = useTranslate();
  const label = useLabel(resource);
  const format = useActivityFormat();
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'boolean') return translate(`ra.boolean.${value}`);
  if (typeof value === 'number') return format.number(value);
  if (typeof value === 'string') {
    if (isMoment(value)) return format.moment(value);
    if (name === 'language') return translate(`ra.locales.${value}`, { _: value });
    const [choice, plural] = [`choices.${name}`, `${name}s`].map(
      (key) => `resources.${resource}.${key}.${value}`,
    );
    return translate(choice ?? '', { _: translate(plural ?? '', { _: value }) });
  }
  if (typeof value === 'object' && isInLanguages(value))
    return Object.entries(value).map(([language, text]) => (
      <div key={language} lang={language}>
        <strong>{translate(`ra.locales.${language}`)}</strong> {text ? String(text) : '—'}
      </div>
    ));
  // If the value is another resource, its name is enough.
  if (typeof value === 'object' && 'id' in value && 'name' in value)
    return <Value resource={resource} name={name} value={value.name} />;
  if (Array.isArray(value))
    return value.map((inner, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the list of a line never changes
      <div key={index}>
        <Value resource={resource} name={name} value={inner} />
      </div>
    ));
  return Object.entries(value).map(([inner, of]) => (
    <div key={inner}>
      <strong>{label(`${name}.${inner}`)} </strong>
      <Value resource={resource} name={`${name}.${inner}`} value={of} />
    </div>
  ));
}
