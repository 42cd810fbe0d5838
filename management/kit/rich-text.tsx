import { Box, Typography } from '@mui/material';
import {
  ClearButtons,
  DefaultEditorOptions,
  FormatButtons,
  ListButtons,
  QuoteButtons,
  RichTextInput,
  type RichTextInputProps,
  RichTextInputToolbar,
} from 'ra-input-rich-text';
import { useId, useMemo } from 'react';
import { FieldTitle } from 'react-admin';
import { styleNonce } from './page.ts';
import { TextLevel } from './text-level.tsx';
import { TextLink } from './text-link.tsx';

/**
 * Shows an editor for HTML with headings, lists and links. Offers only formatting that the server keeps when it
 * sanitises the HTML.
 */
export function RichText(props: RichTextInputProps) {
  const id = useId();
  const nameId = `${id}-name`;
  // New options would create a new editor, which would lose the cursor position.
  const editorOptions = useMemo(
    () => ({
      ...DefaultEditorOptions,
      injectNonce: styleNonce,
      editorProps: {
        attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': nameId },
      },
    }),
    [nameId],
  );
  return (
    <Box sx={{ width: '100%', mb: 1, '& .ProseMirror a': { color: 'primary.main' } }}>
      <Typography id={nameId} variant="body2" color="text.secondary" sx={{ mb: 0.5 }}>
        <FieldTitle source={props.source} label={props.label} />
      </Typography>
      <RichTextInput
        {...props}
        id={id}
        label={false}
        editorOptions={editorOptions}
        toolbar={
          <RichTextInputToolbar size="small">
            <TextLevel />
            <FormatButtons />
            <ListButtons />
            <TextLink />
            <QuoteButtons />
            <ClearButtons />
          </RichTextInputToolbar>
        }
      />
    </Box>
  );
}
