import AddIcon from '@mui/icons-material/Add';
import { Button } from '@mui/material';
import { useTranslate } from 'react-admin';

/** Adds a line to inputs of several things, in words; the list of inputs says what a click does. */
export function AddLine({ label, onClick }: { label: string; onClick?: () => void }) {
  const translate = useTranslate();
  return (
    <Button variant="outlined" startIcon={<AddIcon />} onClick={onClick}>
      {translate(label)}
    </Button>
  );
}
