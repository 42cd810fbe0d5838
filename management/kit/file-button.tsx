import { Button, type ButtonProps } from '@mui/material';
import { useRef } from 'react';

interface FileButtonProps extends Omit<ButtonProps, 'onClick'> {
  /** What kinds of files are offered. */
  accept: string;
  onFile: (file: File) => void;
}

/** A button that asks for a file of the device; by the keyboard too. */
export function FileButton({ accept, onFile, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file may be chosen again, when it has been mended.
          target.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}
