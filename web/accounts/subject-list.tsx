import { IconEye, IconEyeOff, IconUserQuestion } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Sight, Subject } from './visibility.ts';
import classes from './who-sees-what.module.css';

const icons: Record<Sight, typeof IconEye> = {
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
        {subject.things.map(({ name, sights }) => (
          <li key={name} className={classes.thing}>
            <div>
              <h3>{t(`things.${name}.title`)}</h3>
              <p className="soft small">{t(`things.${name}.text`)}</p>
            </div>
            <dl className={classes.sights}>
              {Object.entries(sights).map(([audience, sight]) => {
                const Icon = icons[sight];
                return (
                  <div key={audience} className={classes.sight} data-sight={sight}>
                    <dt>{t(`audiences.${audience}`)}</dt>
                    <dd>
                      <Icon aria-hidden size={18} />
                      {t(`sights.${sight}`)}
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
