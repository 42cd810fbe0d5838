import { Box, Button, Card, Chip, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link, useTranslate } from 'react-admin';
import { fewestPeople } from '../../contract/kit/fewest-people.ts';
import type { ServiceState } from '../../contract/managed/integrations.ts';
import { useActivityFormat } from '../kit/activity-format.ts';

type Status = 'missing' | 'approval' | 'paused' | 'failing' | 'works' | 'ready';

/** Returns the most important status of a service. */
function statusOf(state: ServiceState): Status {
  if (!state.isConfigured) return 'missing';
  if (state.awaitsApproval) return 'approval';
  if (state.isFailing || state.subscriptionProblem) return 'failing';
  if (state.pausedUntil) return 'paused';
  return state.lastSuccess.isRecent ? 'works' : 'ready';
}

const colours: Record<Status, 'default' | 'success' | 'warning' | 'error'> = {
  missing: 'default',
  approval: 'warning',
  paused: 'warning',
  failing: 'error',
  works: 'success',
  ready: 'default',
};

const prefix = 'resources.couplings';

/** Shows a card with the status of a service. */
export function ServiceCard({ state }: { state: ServiceState }) {
  const translate = useTranslate();
  const t = (key: string) => translate(`${prefix}.${key}`);
  const status = statusOf(state);
  const { missing } = state;
  return (
    <Card component="li" variant="outlined" sx={{ p: { xs: 2, md: 3 }, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 1 }}>
        <Typography component="h2" variant="h5" sx={{ mr: 'auto' }}>
          {state.platform}
        </Typography>
        {state.isSandbox && <Chip size="small" label={t('statuses.sandbox')} />}
        <Chip size="small" variant="outlined" color={colours[status]} label={t(`statuses.${status}`)} />
      </Box>
      {status === 'approval' && (
        <Typography>
          {t('approval')}{' '}
          <Button component={Link} to="/settings/1/services" size="small">
            {t('toSettings')}
          </Button>
        </Typography>
      )}
      <Box
        component="dl"
        sx={{
          m: 0,
          mt: 2,
          display: 'grid',
          gap: 2,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(180px, 100%), 1fr))',
        }}
      >
        {missing.length > 0 && (
          <Fact name={t('missing')} isWide>
            {missing.map((name) => (
              <Code key={name}>{name}</Code>
            ))}
          </Fact>
        )}
        {state.isConfigured ? (
          <Working state={state} />
        ) : (
          <Fact name={t('returnAddress')} isWide>
            <Code>{state.returnAddress}</Code>
          </Fact>
        )}
      </Box>
    </Card>
  );
}

/** Shows the recent events and the connected people of a service that is set up. */
function Working({ state }: { state: ServiceState }) {
  const translate = useTranslate();
  const format = useActivityFormat();
  const t = (key: string, values?: object) => translate(`${prefix}.${key}`, values);
  const people = (count: number | null) =>
    count === null ? t('fewer', { count: fewestPeople }) : t('atLeast', { count });
  const last = ({ at, isRecent }: ServiceState['lastNotice'], otherwise: string) =>
    at ? format.moment(at) : t(isRecent ? 'recent' : otherwise);
  const { lastFailure, waitingNotices, noticeWay } = state;
  return (
    <>
      {state.pausedUntil && <Fact name={t('paused')}>{format.moment(state.pausedUntil)}</Fact>}
      <Fact name={t('people')}>{people(state.people)}</Fact>
      <Fact name={t('needConsent')}>{people(state.needConsent)}</Fact>
      {noticeWay !== 'nightly' && <Fact name={t('lastNotice')}>{last(state.lastNotice, 'notRecent')}</Fact>}
      <Fact name={t('lastSuccess')}>{last(state.lastSuccess, 'notRecent')}</Fact>
      {state.usage?.map(({ used, allowed, minutes, endsAt }) => (
        <Fact key={`${minutes} ${allowed} ${endsAt}`} name={t(minutes < 60 ? 'usage.short' : 'usage.long')}>
          {t('usageOf', { used: format.number(used), allowed: format.number(allowed) })}
        </Fact>
      ))}
      {state.platform === 'Strava' && !state.isSandbox && (
        <Fact name={t('places')} isWide={state.mostPeople === null || state.isFull}>
          {state.mostPeople === null
            ? t('placesUnknown')
            : t(state.isFull ? 'placesFull' : 'placesOf', { smart_count: state.mostPeople })}
        </Fact>
      )}
      {waitingNotices !== null && <Fact name={t('waiting')}>{format.number(waitingNotices)}</Fact>}
      {noticeWay === 'server' && (
        <Fact name={t('subscription')}>
          {state.subscribedAt ? format.moment(state.subscribedAt) : t('notYet')}
          {state.subscriptionProblem && <Code>{state.subscriptionProblem}</Code>}
        </Fact>
      )}
      <Fact name={t('lastFailure')} isWide={lastFailure !== null}>
        {lastFailure ? (
          <>
            {last(lastFailure, 'earlier')}. {t(`reasons.${lastFailure.reason}`)}
            <Code>{lastFailure.text}</Code>
          </>
        ) : (
          t('never')
        )}
      </Fact>
      <Fact name={t('notices')} isWide>
        {t(`noticeWays.${noticeWay}`)}
      </Fact>
      {noticeWay !== 'nightly' && (
        <Fact name={t('noticeAddress')} isWide>
          <Code>{state.noticeAddress}</Code>
        </Fact>
      )}
    </>
  );
}

function Fact({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <Box sx={isWide ? { gridColumn: '1 / -1' } : {}}>
      <Typography component="dt" variant="body2" color="text.secondary">
        {name}
      </Typography>
      <Typography component="dd" sx={{ m: 0, fontWeight: isWide ? 400 : 600 }}>
        {children}
      </Typography>
    </Box>
  );
}

/** Shows technical details for operators. */
function Code({ children }: { children: string }) {
  return (
    <Box component="code" sx={{ display: 'block', fontSize: '0.875rem', overflowWrap: 'anywhere' }}>
      {children}
    </Box>
  );
}
