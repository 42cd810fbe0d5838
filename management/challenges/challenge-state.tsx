import { Chip } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';

const colors = { coming: 'info', running: 'success', grace: 'warning', frozen: 'default' } as const;

/** Returns whether a challenge is in preparation and hidden from participants. */
export const isHidden = ({ isHidden: hidden }: Record<string, unknown>) => Boolean(hidden);

/** Shows the state of a challenge, and whether the challenge is hidden or archived. */
export function ChallengeState() {
  const record = useRecordContext<{ id: number; state: keyof typeof colors; archivedAt: string | null }>();
  const translate = useTranslate();
  if (!record) return null;
  return (
    <>
      <Chip
        size="small"
        color={colors[record.state]}
        variant="outlined"
        // Colours only the border, because text in this colour would be too pale to read.
        sx={{ '& .MuiChip-label': { color: 'text.primary' } }}
        label={translate(`resources.challenges.states.${record.state}`)}
      />
      {record.archivedAt && (
        <Chip
          size="small"
          sx={{ ml: 0.5 }}
          label={translate(`resources.challenges.states.${isHidden(record) ? 'hidden' : 'archived'}`)}
        />
      )}
    </>
  );
}
