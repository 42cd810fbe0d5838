import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ChallengeTeam } from '../../contract/teams.ts';
import { settingsQuery } from '../configs/queries.ts';
import { Panel } from '../ui/panel.tsx';
import { CopyField } from './copy-field.tsx';

/**
 * Shows what the captain sends to people to invite them: a link for participants, and a guest code for people without
 * an account.
 */
export function InviteCard({ team }: { team: ChallengeTeam }) {
  const { t } = useTranslation('teams');
  const { data: settings } = useQuery(settingsQuery);
  const addressOf = (path: string) => new URL(path, document.baseURI).href;
  const code = team.guestCode;
  const shared = { title: team.name, text: t('invite.shared', { team: team.name }) };
  return (
    <Panel title={t('invite.title')}>
      <div className="stack">
        {settings?.allowTeamCreation && (
          <CopyField
            label={t('invite.link')}
            hint={t('invite.linkHint')}
            value={addressOf(`teams/participate/${team.uuid}`)}
            shared={shared}
          />
        )}
        {code && (
          <>
            <CopyField label={t('invite.code')} hint={t('invite.codeHint')} value={code} large />
            <CopyField
              label={t('invite.signUp')}
              hint={t('invite.signUpHint')}
              value={addressOf(`sign-up?guest-code=${encodeURIComponent(code)}`)}
              shared={shared}
            />
          </>
        )}
      </div>
    </Panel>
  );
}
