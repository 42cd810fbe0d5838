import { Box, Button, FormHelperText, Typography } from '@mui/material';
import { useState } from 'react';
import { useInput, useResourceContext, useTranslate, useTranslateLabel } from 'react-admin';
import * as pictures from '../../contract/managed/pictures.ts';
import { send } from './call.ts';
import { FileButton } from './file-button.tsx';
import { basePath } from './page.ts';

interface PictureInputProps {
  source: string;
  /** The background behind the picture. */
  ground: 'dark' | 'light';
}

/**
 * Shows a field for a picture, which is uploaded or given as an address. An upload happens immediately, but takes
 * effect only when the form is saved.
 */
export function PictureInput({ source, ground }: PictureInputProps) {
  const translate = useTranslate();
  const translateLabel = useTranslateLabel();
  const resource = useResourceContext();
  const { field, fieldState } = useInput({ source });
  const [failure, setFailure] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const label = translateLabel({ source, resource: resource ?? '' });
  const name = typeof label === 'string' ? label : source;

  const upload = async (file: File) => {
    setIsSending(true);
    setFailure(undefined);
    const form = new FormData();
    form.append('file', file);
    try {
      const { url } = (await send('POST', pictures.upload.path, {}, form)) as { url: string };
      field.onChange(url);
    } catch (error) {
      const { body, message } = error as { body?: { errors?: { file?: string } }; message: string };
      setFailure(body?.errors?.file ?? translate(message, { _: message }));
    }
    setIsSending(false);
  };

  const address = typeof field.value === 'string' ? field.value : '';
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, mb: 3, width: '100%' }}>
      <Typography component="legend" variant="subtitle2" sx={{ mb: 1 }}>
        {name}
      </Typography>
      {address && (
        <Box
          component="img"
          src={/^(https?:|data:)/.test(address) ? address : `${basePath}${address}`}
          alt={name}
          sx={{
            display: 'block',
            maxWidth: 'min(100%, 320px)',
            // An SVG may have no intrinsic size.
            height: 80,
            objectFit: 'contain',
            p: 1.5,
            mb: 1,
            borderRadius: 1,
            bgcolor: ground === 'dark' ? '#14251d' : '#fcf8ee',
            border: '1px solid',
            borderColor: 'divider',
          }}
        />
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <FileButton accept="image/*" variant="outlined" disabled={isSending} onFile={upload}>
          {translate(address ? 'app.otherPicture' : 'app.choosePicture')}
        </FileButton>
        {address && (
          <Button onClick={() => field.onChange('')} color="inherit">
            {translate('app.noPicture')}
          </Button>
        )}
      </Box>
      {(failure ?? fieldState.error?.message) && (
        <FormHelperText error role="alert">
          {failure ?? translate(fieldState.error?.message ?? '', { _: fieldState.error?.message })}
        </FormHelperText>
      )}
    </Box>
  );
}
