import { NativeSelect } from '@mui/material';
import { useTiptapEditor } from 'ra-input-rich-text';
import { useSyncExternalStore } from 'react';
import { useTranslate } from 'react-admin';

/** The heading levels that a text can have; level 1 is the title of the page. */
const headings = [2, 3, 4] as const;

/** Changes the paragraph at the cursor to a heading, or a heading to a paragraph. */
export function TextLevel() {
  const translate = useTranslate();
  const editor = useTiptapEditor();
  const level = useSyncExternalStore(
    (changed) => {
      editor?.on('transaction', changed);
      return () => editor?.off('transaction', changed);
    },
    // Old texts may have other levels, so this shows the nearest level.
    () =>
      editor?.isActive('heading')
        ? Math.min(4, Math.max(2, Number(editor.getAttributes('heading').level)))
        : 0,
  );
  const choose = (chosen: number) => {
    const chain = editor.chain().focus();
    if (chosen === 0) chain.setNode('paragraph').run();
    else chain.setNode('heading', { level: chosen }).run();
  };
  return (
    <NativeSelect
      value={level}
      disabled={!editor?.isEditable}
      onChange={({ target }) => choose(Number(target.value))}
      inputProps={{ 'aria-label': translate('ra.tiptap.select_level') }}
      sx={{ minHeight: 34, fontSize: 14 }}
    >
      <option value={0}>{translate('ra.tiptap.paragraph')}</option>
      {headings.map((one) => (
        <option key={one} value={one}>
          {translate(`ra.tiptap.heading${one}`)}
        </option>
      ))}
    </NativeSelect>
  );
}
