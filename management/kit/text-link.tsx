import InsertLinkIcon from '@mui/icons-material/InsertLink';
import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  TextField,
  ToggleButton,
} from '@mui/material';
import { useEditorSelection, useTiptapEditor } from 'ra-input-rich-text';
import { useState } from 'react';
import { useTranslate } from 'react-admin';

/** Adds `https://` to an address of another site without a scheme, such as `example.com/run`. */
const complete = (typed: string) => (/^[\w-]+(\.[\w-]+)+(\/|$)/.test(typed) ? `https://${typed}` : typed);

/** Adds a link to the selected text, or changes or removes the existing link. */
export function TextLink() {
  const translate = useTranslate();
  const editor = useTiptapEditor();
  const selection = useEditorSelection();
  const [address, setAddress] = useState<string>();
  const isLink = Boolean(editor?.isActive('link'));
  const label = translate('ra.tiptap.link');
  const close = () => setAddress(undefined);
  const set = (typed: string) => {
    const chain = editor.chain().focus().extendMarkRange('link');
    if (typed.trim()) chain.setMark('link', { href: complete(typed.trim()) }).run();
    else chain.unsetMark('link').run();
    close();
  };
  return (
    <>
      <ToggleButton
        value="link"
        size="small"
        aria-label={label}
        title={label}
        disabled={!editor?.isEditable || (!selection && !isLink)}
        selected={isLink}
        onClick={() => setAddress(String(editor.getAttributes('link').href ?? ''))}
      >
        <InsertLinkIcon fontSize="inherit" />
      </ToggleButton>
      <Dialog open={address !== undefined} onClose={close} fullWidth maxWidth="xs" disableRestoreFocus>
        <DialogTitle>{label}</DialogTitle>
        <DialogContent>
          <TextField
            label={translate('ra.tiptap.link_address')}
            value={address ?? ''}
            onChange={({ target }) => setAddress(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // Otherwise, the Enter key would press the element that gets the focus after the dialog closes.
              event.preventDefault();
              set(address ?? '');
            }}
            autoFocus
            sx={{ mt: 1 }}
          />
        </DialogContent>
        <DialogActions>
          {isLink && (
            <Button color="error" onClick={() => set('')}>
              {translate('ra.action.remove')}
            </Button>
          )}
          <Button color="inherit" onClick={close}>
            {translate('ra.action.cancel')}
          </Button>
          <Button variant="contained" onClick={() => set(address ?? '')}>
            {translate('ra.action.confirm')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
