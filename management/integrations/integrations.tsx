import ServicesIcon from '@mui/icons-material/WatchOutlined';
import { Alert, Box, Link, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ResourceProps, Title, useTranslate } from 'react-admin';
import { fewestPeople } from '../../contract/kit/fewest-people.ts';
import { list } from '../../contract/managed/integrations.ts';
import { call } from '../kit/call.ts';
import { basePath } from '../kit/page.ts';
import { ServiceCard } from './integration-card.tsx';

/** Shows the status of each service, without personal data. */
function IntegrationsPage() {
  const translate = useTranslate();
  const { data, error } = useQuery({
    queryKey: ['couplings'],
    queryFn: () => call(list, { query: {} }),
    staleTime: 0,
  });
  const t = (key: string, values?: object) => translate(`resources.couplings.${key}`, values);
  return (
    <Box sx={{ py: 2 }}>
      <Title title={t('name', { smart_count: 2 })} />
      {error && <Alert severity="error">{translate(error.message, { _: error.message })}</Alert>}
      {!data && !error && <Skeleton variant="rounded" height={320} />}
      {data && (
        <>
          <Alert severity="info" variant="outlined" sx={{ maxWidth: 900 }}>
            {t('rule', { count: fewestPeople })}
          </Alert>
          <Typography sx={{ my: 2, maxWidth: '75ch' }}>
            <Link href={`${basePath}docs/services.html`}>{t('guide')}</Link>{' '}
            {data['hydra:member'].some(({ isSandbox }) => isSandbox) && t('sandbox')}
          </Typography>
          <Box
            component="ul"
            sx={{
              listStyle: 'none',
              m: 0,
              p: 0,
              display: 'grid',
              gap: 2,
              alignItems: 'start',
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
            }}
          >
            {data['hydra:member'].map((state) => (
              <ServiceCard key={state.platform} state={state} />
            ))}
          </Box>
        </>
      )}
    </Box>
  );
}

/** The services that people can connect; read-only. */
export const couplings: ResourceProps = { name: 'couplings', icon: ServicesIcon, list: IntegrationsPage };
