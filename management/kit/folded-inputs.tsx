import ExpandIcon from '@mui/icons-material/ExpandMore';
import { Accordion, AccordionDetails, AccordionSummary, Typography } from '@mui/material';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';

/** Shows rarely used inputs in a collapsed section, which expands if one of the fields in `sources` is invalid. */
export function FoldedInputs({
  title,
  sources,
  children,
}: {
  title: string;
  sources: string[];
  children: ReactNode;
}) {
  const translate = useTranslate();
  const { errors } = useFormState();
  const [isOpen, setOpen] = useState(false);
  const isRefused = sources.some((source) => errors[source]);
  useEffect(() => {
    if (isRefused) setOpen(true);
  }, [isRefused]);
  return (
    <Accordion
      expanded={isOpen}
      onChange={(_, isExpanded) => setOpen(isExpanded)}
      variant="outlined"
      disableGutters
      sx={{ width: '100%', mb: 2, bgcolor: 'transparent' }}
    >
      <AccordionSummary expandIcon={<ExpandIcon />}>
        <Typography>{translate(title)}</Typography>
      </AccordionSummary>
      <AccordionDetails>{children}</AccordionDetails>
    </Accordion>
  );
}
