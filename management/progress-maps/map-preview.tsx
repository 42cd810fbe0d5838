import { Box, Slider, Stack, Typography } from '@mui/material';
import { useEffect, useState } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import { basePath } from '../kit/page.ts';

/** Widths in CSS pixels: a current phone, and a map on the dashboard of an office screen. */
const sizes = { phone: 390, desk: 960 };
/** The largest width of the desktop map here, so that both fit side by side. */
const shownWidth = 530;

/** A map as participants see it, at any percentage, on a phone and on a desktop: their own page, in a frame. */
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
        // Debounced, as the frames reload.
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
                  // Reloads for each saved version.
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
