import { Box, Button, type ButtonProps } from '@mui/material';
import { useRef, useState } from 'react';
import { useTranslate } from 'react-admin';

interface FileButtonProps extends Omit<ButtonProps, 'onClick'> {
  /** The accepted file types, as in the attribute `accept`. */
  accept: string;
  onFile: (file: File) => Promise<unknown>;
}

/** Shows a button to choose a file, which works with the keyboard. It is busy while `onFile` processes the file. */
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
        // Leaves room for the spinner.
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
          // Lets organisers choose the same file again after correcting it.
          target.value = '';
          if (file) read(file);
        }}
      />
    </>
  );
}
