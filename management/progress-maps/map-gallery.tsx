import { Box, Card, CardActionArea, CardContent, CircularProgress, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocaleState, useNotify, useRedirect, useTranslate } from 'react-admin';
import * as managed from '../../contract/managed/progress-maps.ts';
import { call } from '../kit/call.ts';
import { useNamedNotice } from '../kit/named-notice.ts';
import { basePath } from '../kit/page.ts';

const pictureOf = (tour: string) => basePath.slice(0, -1) + managed.picture.path.replace(':tour', tour);

/** Shows the built-in maps. A click adds a map; organisers can change its name and stations afterwards. */
export function MapGallery() {
  const translate = useTranslate();
  const notify = useNotify();
  const redirect = useRedirect();
  const named = useNamedNotice();
  const [locale] = useLocaleState();
  const [isBusy, setBusy] = useState(false);
  const { data } = useQuery({ queryKey: ['map-gallery', locale], queryFn: () => call(managed.gallery, {}) });
  if (!data) return <CircularProgress />;
  const take = async (tour: managed.Tour, name: string) => {
    setBusy(true);
    try {
      const map = await call(managed.create, { body: { name, tour } });
      notify(named('added', map), { type: 'success' });
      redirect('edit', 'progress-maps', map.id);
    } catch (error) {
      setBusy(false);
      notify((error as Error).message, { type: 'error' });
    }
  };
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(20rem, 100%), 1fr))',
      }}
    >
      {data['hydra:member'].map(({ id, name, stations }) => (
        <Card key={id} variant="outlined">
          <CardActionArea disabled={isBusy} onClick={() => take(id, name)}>
            <Box
              component="img"
              src={pictureOf(id)}
              alt=""
              sx={{ display: 'block', width: '100%', aspectRatio: '3 / 2', objectFit: 'cover' }}
            />
            <CardContent>
              <Typography variant="h6" component="p">
                {name}
              </Typography>
              <Typography variant="body2" color="text.secondary">
                {translate('resources.progress-maps.stationsFromTo', {
                  smart_count: stations.length,
                  from: stations[0]?.name.split(' · ')[0],
                  to: stations.at(-1)?.name.split(' · ')[0],
                })}
              </Typography>
            </CardContent>
          </CardActionArea>
        </Card>
      ))}
    </Box>
  );
}
