import { Box, Button, type ButtonProps } from '@mui/material';
import { useRef, useState } from 'react';
import { useTranslate } from 'react-admin';

interface FileButtonProps extends Omit<ButtonProps, 'onClick'> {
  /** What kinds of files are offered. */
  accept: string;
  onFile: (file: File) => Promise<unknown>;
}

/** A button that asks for a file of the device, by the keyboard too; it is busy until the file is read. */
export function FileButton({ accept, onFile, children, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const translate = useTranslate();
  const [isBusy, setBusy] = useState(false);
  const read = (file: File) => {
    setBusy(true);
    onFile(file).finally(() => setBusy(false));
  };
  return (
    <>
      <Button
        {...button}
        loading={isBusy}
        loadingPosition="start"
        // The room that the wheel turns in.
        startIcon={isBusy ? <Box component="span" sx={{ width: 20 }} /> : null}
        aria-busy={isBusy}
        onClick={() => input.current?.click()}
      >
        {isBusy ? translate('app.readingFile') : children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file may be chosen again, when it has been mended.
          target.value = '';
          if (file) read(file);
        }}
      />
    </>
  );
}
