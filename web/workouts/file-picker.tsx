import { Button } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type ChangeEvent, type DragEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './files.module.css';

/** The accepted file types. Phones do not know these extensions, and would grey out the files without a MIME type. */
const accepted = '.fit,.gpx,.tcx,.gz,.zip,application/octet-stream,application/gpx+xml,application/zip';

const bringsFiles = ({ dataTransfer }: DragEvent | globalThis.DragEvent) =>
  dataTransfer?.types.includes('Files') ?? false;

/** Lets people choose or drop files. */
export function FilePicker({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useTranslation('workouts');
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  useIgnoreOtherDrops();

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(event.target.files ?? [])]);
    // Lets people choose the same file again.
    event.target.value = '';
  };
  const drag = (event: DragEvent) => {
    if (!bringsFiles(event)) return;
    event.preventDefault();
    setIsOver(true);
  };
  const leave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!currentTarget.contains(relatedTarget as Node | null)) setIsOver(false);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is optional; everybody can use the button
    <div
      className={`${classes.picker} row soft`}
      data-over={isOver || undefined}
      onDragEnter={drag}
      onDragOver={drag}
      onDragLeave={leave}
      onDrop={drop}
    >
      <IconFileUpload aria-hidden size={32} stroke={1.5} />
      <input ref={input} type="file" multiple accept={accepted} hidden onChange={choose} />
      <Button variant="default" size="md" onClick={() => input.current?.click()}>
        {t('files.choose')}
      </Button>
      <p className={classes.hint}>{t(isOver ? 'files.dropNow' : 'files.drop')}</p>
    </div>
  );
}

/** Ignores files dropped next to the picker; otherwise, the browser would open them instead of this page. */
function useIgnoreOtherDrops(): void {
  useEffect(() => {
    const keep = (event: globalThis.DragEvent) => {
      if (bringsFiles(event)) event.preventDefault();
    };
    window.addEventListener('dragover', keep);
    window.addEventListener('drop', keep);
    return () => {
      window.removeEventListener('dragover', keep);
      window.removeEventListener('drop', keep);
    };
  }, []);
}
