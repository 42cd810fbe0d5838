import { useTranslation } from 'react-i18next';
import { Panel } from '../ui/panel.tsx';
import classes from './own-apps-screen.module.css';

/** The steps of each recipe; their texts are `recipes.<name>.steps.<step>`. */
export const recipes = {
  healthAutoExport: ['1', '2', '3', '4', '5'],
  shortcuts: ['1', '2', '3', '4', '5'],
  healthConnect: ['1', '2', '3', '4'],
} as const;

/** Explains step by step how an app on a phone sends workouts. */
export function Recipe({ name }: { name: keyof typeof recipes }) {
  const { t } = useTranslation('ingest');
  return (
    <Panel title={t(`recipes.${name}.title`)}>
      <p className="soft measure mb-3">{t(`recipes.${name}.lead`)}</p>
      <ol className={classes.steps}>
        {recipes[name].map((step) => (
          <li key={step}>{t(`recipes.${name}.steps.${step}`)}</li>
        ))}
      </ol>
    </Panel>
  );
}
