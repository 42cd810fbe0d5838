import { Box, MenuItem, Stack, TextField } from '@mui/material';
import { useState } from 'react';
import { Form, required, SaveButton, TextInput, useNotify, useRedirect, useTranslate } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import type { Answer } from '../../contract/kit/operation.ts';
import * as managed from '../../contract/managed/progress-maps.ts';
import { call } from '../kit/call.ts';
import { FileButton } from '../kit/file-button.tsx';
import { useNamedNotice } from '../kit/named-notice.ts';
import { readText } from '../kit/read-text.ts';
import { stationInputs } from './station-inputs.tsx';

type Read = Answer<typeof managed.lines>;

/** Shows the form to create a map from a drawing: the file, the line that is the route, the name and the stations. */
export function MapDrawing() {
  const translate = useTranslate();
  const notify = useNotify();
  const redirect = useRedirect();
  const named = useNamedNotice();
  const [drawing, setDrawing] = useState('');
  const [read, setRead] = useState<Read>();
  const [line, setLine] = useState<number>();
  const t = (key: string, values?: object) => translate(`resources.progress-maps.${key}`, values);

  const open = async (file: File) => {
    const text = await readText(file);
    try {
      const found = await call(managed.lines, { body: { drawing: text } });
      setDrawing(text);
      setRead(found);
      // Does not preselect a closed shape, which is rarely a route; organisers can still choose one.
      setLine(found.lines.find(({ isOpen }) => isOpen)?.line);
    } catch (error) {
      const { body, message } = error as Error & { body?: { errors?: { drawing?: string } } };
      notify(body?.errors?.drawing ?? message, { type: 'error', multiLine: true });
    }
  };
  const save = async ({ name, stations = [] }: FieldValues) => {
    if (line === undefined) {
      notify(t('noRoute'), { type: 'warning' });
      return undefined;
    }
    try {
      const map = await call(managed.create, { body: { name, drawing, line, stations } });
      notify(named('added', map), { type: 'success' });
      redirect('edit', 'progress-maps', map.id);
      return undefined;
    } catch (error) {
      const { body, message } = error as Error & { body?: { errors?: object } };
      notify(message, { type: 'error' });
      return body?.errors;
    }
  };

  return (
    <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
      <FileButton accept=".svg,image/svg+xml" variant="contained" onFile={open}>
        {t('chooseFile')}
      </FileButton>
      {read && (
        <Form onSubmit={save}>
          <Stack spacing={2}>
            <Drawing read={read} line={line} />
            <TextField
              select
              label={t('route')}
              value={line ?? ''}
              onChange={({ target }) => setLine(Number(target.value))}
              helperText={t(line === undefined ? 'noRoute' : 'routeHint')}
              error={line === undefined}
            >
              {read.lines.map(({ line: number, id, kind, length }, index) => (
                <MenuItem key={number} value={number}>
                  {t('line', { number: index + 1, name: id ?? kind, length })}
                </MenuItem>
              ))}
            </TextField>
            <TextInput source="name" validate={required()} label="resources.progress-maps.fields.name" />
            {stationInputs}
            <SaveButton />
          </Stack>
        </Form>
      )}
    </Stack>
  );
}

/** Shows the sanitised drawing, with the chosen line on top. */
function Drawing({ read, line }: { read: Read; line: number | undefined }) {
  const translate = useTranslate();
  const path = read.lines.find((one) => one.line === line)?.path;
  return (
    <Box
      component="svg"
      viewBox={read.viewBox}
      role="img"
      aria-label={translate('resources.progress-maps.drawing')}
      sx={{ width: '100%', maxWidth: '60rem', border: 1, borderColor: 'divider' }}
    >
      <image
        href={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(read.picture)}`}
        width="100%"
        height="100%"
      />
      {path && <path d={path} fill="none" stroke="#fff" strokeWidth={12} strokeLinecap="round" />}
      {path && <path d={path} fill="none" stroke="#d1430f" strokeWidth={7} strokeLinecap="round" />}
    </Box>
  );
}
