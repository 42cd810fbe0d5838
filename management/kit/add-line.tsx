import AddIcon from '@mui/icons-material/Add';
import { Button } from '@mui/material';
import { useSimpleFormIterator, useTranslate } from 'react-admin';

/** Shows a button with a text label that adds a row to an array input. */
export function AddLine({ label }: { label: string }) {
  const translate = useTranslate();
  const { add } = useSimpleFormIterator();
  return (
    <Button variant="outlined" startIcon={<AddIcon />} onClick={() => add()}>
      {translate(label)}
    </Button>
  );
}
