import { IconEye, IconEyeOff, IconUserQuestion } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Subject, Visibility } from './visibility.ts';
import classes from './who-sees-what.module.css';

const icons: Record<Visibility, typeof IconEye> = {
  yes: IconEye,
  nickname: IconUserQuestion,
  unnamed: IconUserQuestion,
  chosen: IconUserQuestion,
  named: IconUserQuestion,
  score: IconEye,
  reason: IconUserQuestion,
  no: IconEyeOff,
};

/** Lists the items of one subject, and for each item who sees it and in which form. */
export function SubjectList({ subject }: { subject: Subject }) {
  const { t } = useTranslation('who-sees-what');
  const title = useId();
  return (
    <section aria-labelledby={title}>
      <h2 id={title} className="title mb-3">
        {t(`subjects.${subject.name}`)}
      </h2>
      <ul className="list card divided">
        {subject.items.map(({ name, visibilities }) => (
          <li key={name} className={classes.item}>
            <div>
              <h3>{t(`things.${name}.title`)}</h3>
              <p className="soft small">{t(`things.${name}.text`)}</p>
            </div>
            <dl className={classes.visibilities}>
              {Object.entries(visibilities).map(([audience, visibility]) => {
                const Icon = icons[visibility];
                return (
                  <div key={audience} className={classes.visibility} data-visibility={visibility}>
                    <dt>{t(`audiences.${audience}`)}</dt>
                    <dd>
                      <Icon aria-hidden size={18} />
                      {t(`sights.${visibility}`)}
                    </dd>
                  </div>
                );
              })}
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}
