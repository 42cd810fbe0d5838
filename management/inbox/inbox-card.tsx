import { Box, Card, Chip, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import type { InboxItem } from '../../contract/managed/inbox.ts';
import { useActivityFormat } from '../kit/activity-format.ts';
import { InboxDecision } from './case-decision.tsx';

/** Shows a case in the inbox: its subject, why it needs a decision, what people wrote, and the possible decisions. */
export function InboxCard({ item }: { item: InboxItem }) {
  const translate = useTranslate();
  const format = useActivityFormat();
  const { comment, activity, finding, decisions, answer } = item;
  return (
    <Card component="li" variant="outlined" sx={{ p: { xs: 2, md: 3 }, display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Chip size="small" label={translate(`app.inbox.kinds.${item.kind}`)} />
        {comment?.isHidden && <Chip size="small" color="warning" label={translate('app.inbox.hidden')} />}
        {answer && item.isOpen && (
          <Chip size="small" color="primary" label={translate('app.inbox.answered')} />
        )}
        <Typography variant="body2" color="text.secondary" sx={{ ml: 'auto' }}>
          {format.moment(item.openedAt)}
        </Typography>
      </Box>
      <Typography component="h2" variant="h6">
        {item.person || translate('app.inbox.unnamed')}
      </Typography>
      {comment && (
        <>
          <Typography variant="body2" color="text.secondary">
            {translate('app.inbox.under', {
              person: comment.under.person || translate('app.inbox.unnamed'),
              day: format.day(comment.under),
            })}
          </Typography>
          <QuotedText text={comment.content} />
          <Line label={translate('app.inbox.flags', { smart_count: comment.flags.length })}>
            <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
              {comment.flags.map((flag) => (
                <li key={`${flag.at} ${flag.reason}`}>
                  {flag.reason}
                  {flag.isSettled && ` (${translate('app.inbox.settled')})`}
                </li>
              ))}
            </Box>
          </Line>
        </>
      )}
      {activity && (
        <Typography sx={{ fontWeight: 600 }}>
          {[
            format.sport(activity),
            format.amount(activity),
            format.counted(activity),
            format.day(activity),
          ].join(' · ')}
        </Typography>
      )}
      {activity?.info && <QuotedText text={activity.info} />}
      {!comment && !activity && <Typography>{translate('app.inbox.removed')}</Typography>}
      {finding && (
        <Typography>
          {translate(`app.inbox.findings.${finding.kind}`, {
            measured: format.number(finding.measured),
            bound: format.number(finding.bound),
            usual: format.number(finding.bound / 3),
          })}
          {finding.source && (
            <Typography component="span" variant="body2" color="text.secondary" sx={{ display: 'block' }}>
              {translate('app.inbox.record', { source: finding.source })}
            </Typography>
          )}
        </Typography>
      )}
      {decisions.map((one) => (
        <Line
          key={one.at + one.decision}
          label={`${translate(`app.actions.${one.decision}`)}, ${format.moment(one.at)}`}
        >
          {one.before && one.after && (
            <div>
              {translate('app.inbox.wasAndIs', {
                before: format.result(one.before),
                after: format.result(one.after),
              })}
            </div>
          )}
          {one.reason}
        </Line>
      ))}
      {answer && (
        <Line label={translate('app.inbox.answer')}>
          <QuotedText text={answer} />
        </Line>
      )}
      {item.isOpen && <InboxDecision item={item} />}
    </Card>
  );
}

/** Shows a person's text, exactly as written. */
function QuotedText({ text }: { text: string }) {
  return (
    <Typography
      component="blockquote"
      sx={{
        m: 0,
        pl: 2,
        borderLeft: 3,
        borderColor: 'divider',
        whiteSpace: 'pre-line',
        overflowWrap: 'anywhere',
      }}
    >
      {text}
    </Typography>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box>
      <Typography variant="body2" color="text.secondary">
        {label}
      </Typography>
      <Typography component="div">{children}</Typography>
    </Box>
  );
}
