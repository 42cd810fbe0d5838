import { Box, Button, Card, Chip, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link, useTranslate } from 'react-admin';
import { fewestPeople } from '../contract/kit/fewest-people.ts';
import type { ServiceState } from '../contract/managed/couplings.ts';
import { useActivityWords } from './kit/activity-words.ts';

type Status = 'missing' | 'approval' | 'paused' | 'failing' | 'works' | 'ready';

/** What is to be said of a service first. */
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

/** How one service does. */
export function ServiceCard({ state }: { state: ServiceState }) {
  const translate = useTranslate();
  const words = useActivityWords();
  const t = (key: string, values?: object) => translate(`${prefix}.${key}`, values);
  const status = statusOf(state);
  const people = (count: number | null) =>
    count === null ? t('fewer', { count: fewestPeople }) : t('atLeast', { count });
  const last = ({ at, isRecent }: ServiceState['lastNotice'], otherwise: string) =>
    at ? words.moment(at) : t(isRecent ? 'recent' : otherwise);
  const { lastFailure, missing } = state;
  return (
    <Card component="li" variant="outlined" sx={{ p: { xs: 2, md: 3 }, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 1 }}>
        <Typography component="h2" variant="h5" sx={{ mr: 'auto' }}>
          {state.platform}
        </Typography>
        {state.isSandbox && <Chip size="small" label={t('statuses.sandbox')} />}
        <Chip size="small" variant="outlined" color={colours[status]} label={t(`statuses.${status}`)} />
      </Box>
      {state.isSandbox && <Typography color="text.secondary">{t('sandbox')}</Typography>}
      {status === 'approval' && (
        <Typography>
          {t('approval')}{' '}
          <Button component={Link} to="/settings/1/services" size="small">
            {t('toSettings')}
          </Button>
        </Typography>
      )}
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1.5, mt: 2 }}>
        {missing.length > 0 && (
          <Fact name={t('missing')}>
            {missing.map((name) => (
              <Code key={name}>{name}</Code>
            ))}
          </Fact>
        )}
        {!state.isConfigured && (
          <Fact name={t('returnAddress')}>
            <Code>{state.returnAddress}</Code>
          </Fact>
        )}
        {state.isConfigured && (
          <>
            <Fact name={t('people')}>{people(state.people)}</Fact>
            <Fact name={t('needConsent')}>{people(state.needConsent)}</Fact>
            <Fact name={t('notices')}>{t(`noticeWays.${state.noticeWay}`)}</Fact>
            {state.noticeWay !== 'nightly' && (
              <Fact name={t('noticeAddress')}>
                <Code>{state.noticeAddress}</Code>
              </Fact>
            )}
            {state.noticeWay === 'server' && (
              <Fact name={t('subscription')}>
                {state.subscribedAt ? words.moment(state.subscribedAt) : t('notYet')}
                {state.subscriptionProblem && <Code>{state.subscriptionProblem}</Code>}
              </Fact>
            )}
            {state.noticeWay !== 'nightly' && (
              <>
                <Fact name={t('lastNotice')}>{last(state.lastNotice, 'notRecent')}</Fact>
                <Fact name={t('waiting')}>
                  {state.waitingNotices === null
                    ? t('notTold', { count: fewestPeople })
                    : words.number(state.waitingNotices)}
                </Fact>
              </>
            )}
            <Fact name={t('lastSuccess')}>{last(state.lastSuccess, 'notRecent')}</Fact>
            <Fact name={t('lastFailure')}>
              {lastFailure ? (
                <>
                  {last(lastFailure, 'earlier')}. {t(`reasons.${lastFailure.reason}`)}
                  <Code>{lastFailure.text}</Code>
                </>
              ) : (
                t('never')
              )}
            </Fact>
            {state.pausedUntil && <Fact name={t('paused')}>{words.moment(state.pausedUntil)}</Fact>}
          </>
        )}
      </Box>
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Typography component="dt" variant="body2" color="text.secondary">
        {name}
      </Typography>
      <Typography component="dd" sx={{ m: 0 }}>
        {children}
      </Typography>
    </div>
  );
}

/** What is meant for machines and those who run them. */
function Code({ children }: { children: string }) {
  return (
    <Box component="code" sx={{ display: 'block', fontSize: '0.875rem', overflowWrap: 'anywhere' }}>
      {children}
    </Box>
  );
}
