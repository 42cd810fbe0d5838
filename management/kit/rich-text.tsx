import {
  ClearButtons,
  DefaultEditorOptions,
  FormatButtons,
  LevelSelect,
  LinkButtons,
  ListButtons,
  QuoteButtons,
  RichTextInput,
  type RichTextInputProps,
  RichTextInputToolbar,
} from 'ra-input-rich-text';
import { styleNonce } from './page.ts';

/** A text with headings, lists and links, kept as HTML that the server cleans: what it would take out is not offered. */
export function RichText(props: RichTextInputProps) {
  return (
    <RichTextInput
      {...props}
      editorOptions={{ ...DefaultEditorOptions, injectNonce: styleNonce }}
      toolbar={
        <RichTextInputToolbar size="small">
          <LevelSelect />
          <FormatButtons />
          <ListButtons />
          <LinkButtons />
          <QuoteButtons />
          <ClearButtons />
        </RichTextInputToolbar>
      }
    />
  );
}
