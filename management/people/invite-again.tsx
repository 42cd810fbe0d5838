import SendIcon from '@mui/icons-material/ForwardToInboxOutlined';
import { useQuery } from '@tanstack/react-query';
import { useListContext, useTranslate } from 'react-admin';
import * as managed from '../../contract/managed/people.ts';
import { ActionDialog } from '../kit/action-dialog.tsx';
import { call } from '../kit/call.ts';
import { isMailSent } from '../kit/mail-is-sent.ts';
import { NoMailNotice } from '../outbox/no-mail-notice.tsx';

/** Resends the invitation to everybody who has not activated their account. Hidden if everybody has. */
export function InviteAgain() {
  const translate = useTranslate();
  const { filterValues } = useListContext();
  const query = { ...filterValues, state: 'waiting' } as const;
  const isOther = (filterValues.state ?? 'waiting') !== 'waiting';
  const { data } = useQuery({
    queryKey: ['people', 'waiting', query],
    queryFn: () => call(managed.list, { query: { ...query, itemsPerPage: 1 } }),
    enabled: !isOther,
  });
  const amount = data?.['hydra:totalItems'] ?? 0;
  if (isOther || amount === 0) return null;
  const act = async () => {
    const ids = await everybody(query);
    let mailed = 0;
    for (let from = 0; from < ids.length; from += managed.mostInvitedAtOnce) {
      const some = ids.slice(from, from + managed.mostInvitedAtOnce);
      mailed += (await call(managed.inviteAgain, { body: { ids: some } })).mailed;
    }
    const isSent = await isMailSent();
    return translate(`resources.people.${isSent ? 'invitedAgain' : 'notInvited'}`, { smart_count: mailed });
  };
  return (
    <ActionDialog label="resources.people.inviteAgain" icon={<SendIcon />} act={act}>
      <p>{translate('resources.people.inviteAgainHint', { smart_count: amount })}</p>
      <NoMailNotice />
    </ActionDialog>
  );
}

/** The page size for fetching people; the security log records any request for a larger page as an export. */
const mostOfAScreen = 100;

/** Fetches the ids of all people that match a query, page by page. */
async function everybody(query: { state: 'waiting' }): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const { 'hydra:member': members, 'hydra:totalItems': all } = await call(managed.list, {
      query: { ...query, page, itemsPerPage: mostOfAScreen, 'order[memberSince]': 'asc' },
    });
    ids.push(...members.map(({ id }) => id));
    if (members.length === 0 || ids.length >= all) return ids;
  }
}
