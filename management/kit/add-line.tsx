import AddIcon from '@mui/icons-material/Add';
import { Button } from '@mui/material';
import { useSimpleFormIterator, useTranslate } from 'react-admin';

/** Adds a line to inputs of several things, in words. */
export function AddLine({ label }: { label: string }) {
  const translate = useTranslate();
  const { add } = useSimpleFormIterator();
  return (
    <Button variant="outlined" startIcon={<AddIcon />} onClick={() => add()}>
      {translate(label)}
    </Button>
  );
}
