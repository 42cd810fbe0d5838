import { useTranslation } from 'react-i18next';
import { ingest } from '../../contract/ingest.ts';
import { basePath } from '../kit/page.ts';
import { CopyField } from '../teams/copy-field.tsx';
import { Panel } from '../ui/panel.tsx';
import { Screen } from '../ui/screen.tsx';
import classes from './own-apps-screen.module.css';
import { PersonalTokens } from './personal-tokens.tsx';
import { ingestAddress } from './queries.ts';
import { Recipe, recipes } from './recipe.tsx';

const example = `{
  "workouts": [
    {
      "externalId": "7F3A-2026-11-20",
      "sport": "running",
      "startedAt": "2026-11-20T06:30:00+01:00",
      "endedAt": "2026-11-20T07:02:10+01:00",
      "kilometers": 5.23,
      "steps": 5120
    }
  ],
  "days": [{ "date": "2026-11-20", "steps": 11480 }]
}`;

/** Explains how people's own apps send workouts: the URL, tokens, recipes for phones, and the format. */
export default function OwnAppsScreen() {
  const { t } = useTranslation(['ingest', 'teams', 'people']);
  return (
    <Screen title={t('screen.title')} back={{ to: '/my-profile/settings', label: t('people:mine.settings') }}>
      <div className={`${classes.columns} columns`}>
        <PersonalTokens withLink={false} />
        <div className="stack">
          <Panel title={t('screen.address')}>
            <CopyField label={t('screen.url')} hint={t('screen.urlHelp')} value={ingestAddress()} />
          </Panel>
          {(Object.keys(recipes) as (keyof typeof recipes)[]).map((name) => (
            <Recipe key={name} name={name} />
          ))}
          <Panel title={t('screen.programs')}>
            <p className="soft measure mb-3">{t('screen.programsText')}</p>
            <pre className={`${classes.example} inset`}>
              <code>{`POST ${ingest.path}\nAuthorization: Bearer gc_…\nContent-Type: application/json\n\n${example}`}</code>
            </pre>
            <p className="soft measure mb-3">
              <a href={`${basePath}platform/api/docs`}>{t('screen.docs')}</a>
            </p>
          </Panel>
        </div>
      </div>
    </Screen>
  );
}
