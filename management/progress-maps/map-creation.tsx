import { Card, CardContent, Stack, Tab, Tabs, Typography } from '@mui/material';
import { useState } from 'react';
import { Title, useTranslate } from 'react-admin';
import { MapDrawing } from './map-drawing.tsx';
import { MapGallery } from './map-gallery.tsx';

/** Shows the page to create a map from the gallery or from an uploaded drawing. */
export function MapCreation() {
  const translate = useTranslate();
  const [tab, setTab] = useState<'gallery' | 'file'>('gallery');
  const t = (key: string) => translate(`resources.progress-maps.${key}`);
  return (
    <Card sx={{ my: 2 }}>
      <Title title={t('page.create')} />
      <CardContent>
        <Stack spacing={2}>
          <Tabs value={tab} onChange={(_, value) => setTab(value)} aria-label={t('page.create')}>
            <Tab value="gallery" label={t('origins.gallery')} />
            <Tab value="file" label={t('origins.file')} />
          </Tabs>
          <Typography>{t(tab === 'gallery' ? 'galleryHint' : 'drawingHint')}</Typography>
          {tab === 'gallery' ? <MapGallery /> : <MapDrawing />}
        </Stack>
      </CardContent>
    </Card>
  );
}
