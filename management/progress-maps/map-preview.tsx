import { Box, Slider, Stack, Typography } from '@mui/material';
import { useEffect, useState } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import { basePath } from '../kit/page.ts';

/** The preview widths in CSS pixels: a current phone, and the dashboard's map on an office screen. */
const sizes = { phone: 390, desk: 960 };
/** The displayed width of the desktop map, so that both maps fit side by side. */
const shownWidth = 530;

/** Shows a map on a phone and a desktop at any percentage, using frames with the participants' page. */
export function MapPreview() {
  const translate = useTranslate();
  const map = useRecordContext();
  const [percentage, setPercentage] = useState(40);
  const [chosen, setChosen] = useState(40);
  const [room, setRoom] = useState(shownWidth);
  const [frames, setFrames] = useState<HTMLDivElement | null>(null);
  useEffect(() => {
    if (!frames) return;
    const observer = new ResizeObserver(() => setRoom(frames.clientWidth));
    observer.observe(frames);
    return () => observer.disconnect();
  }, [frames]);
  if (!map) return null;
  const t = (key: string) => translate(`resources.progress-maps.${key}`);
  return (
    <Stack sx={{ width: '100%', mb: 3 }} spacing={1}>
      <Typography id="preview-percentage">
        {translate('resources.progress-maps.preview', { percentage })}
      </Typography>
      <Slider
        aria-labelledby="preview-percentage"
        value={percentage}
        onChange={(_, value) => setPercentage(value as number)}
        // Applies the percentage only when the slider is released, because the frames reload.
        onChangeCommitted={(_, value) => setChosen(value as number)}
        marks={[0, 25, 50, 75, 100].map((value) => ({ value }))}
      />
      <Stack ref={setFrames} direction="row" sx={{ flexWrap: 'wrap', gap: 2, alignItems: 'flex-start' }}>
        {(['phone', 'desk'] as const).map((size) => {
          const scale = Math.min(1, shownWidth / sizes[size], room / sizes[size]);
          const height = 0.8 * sizes[size];
          return (
            <Box key={size}>
              <Typography variant="body2" sx={{ mb: 0.5 }}>
                {t(size)}
              </Typography>
              <Box sx={{ width: sizes[size] * scale, height: height * scale, overflow: 'hidden' }}>
                <Box
                  component="iframe"
                  // The key reloads the frame for each saved version.
                  key={`${chosen} ${map.version}`}
                  title={`${map.name}: ${t(size)}`}
                  src={`${basePath}map-preview/${map.id}?percentage=${chosen}`}
                  sx={{
                    width: sizes[size],
                    height,
                    border: 0,
                    transform: `scale(${scale})`,
                    transformOrigin: '0 0',
                  }}
                />
              </Box>
            </Box>
          );
        })}
      </Stack>
    </Stack>
  );
}
