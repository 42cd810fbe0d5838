import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type NameShown, namesShown, type PersonInfo } from '../../contract/people.ts';
import { formatKilometers } from '../kit/numbers.ts';
import { TextField } from '../ui/fields.tsx';
import classes from './naming-choice.module.css';

/** Lets people choose how others see them: explains each option, with a preview of their row on a board. */
export function NamingChoice({ person }: { person: PersonInfo }) {
  const { t } = useTranslation(['people', 'common']);
  const { register, watch, setValue } = useFormContext();
  const typed = watch();
  const examples: Record<NameShown, string> = {
    full: `${typed.givenName} ${typed.surname}`.trim() || t('naming.yourName'),
    nickname: typed.nickname.trim() || t('naming.yourNickname'),
    none: t('common:somebody'),
  };
  const choice = register('nameShown', {
    onChange: ({ target }) => {
      // An incomplete nickname must not make the form invalid if the person chooses another option.
      if (target.value !== 'nickname' && typed.nickname.trim().length < 2) setValue('nickname', '');
    },
  });
  return (
    <fieldset className={`${classes.choice} stack gap-2`}>
      <legend>{t('naming.legend')}</legend>
      {namesShown.map((way) => (
        <div key={way} className={`${classes.way} inset`}>
          <label className={classes.label}>
            <input type="radio" value={way} className={classes.radio} {...choice} />
            <span className={classes.words}>
              <strong>{t(`naming.${way}.title`)}</strong>
              <span>{t(`naming.${way}.text`)}</span>
              <span className={classes.example}>
                <span className={`${classes.caption} soft`}>{t('naming.example')}</span>
                <span className={classes.row}>
                  <span className={classes.name}>{examples[way]}</span>
                  <span>{formatKilometers(person.kilometers)}&nbsp;km</span>
                </span>
              </span>
            </span>
          </label>
          {way === 'nickname' && typed.nameShown === 'nickname' && (
            <div className={classes.nickname}>
              <TextField
                name="nickname"
                autoComplete="nickname"
                maxLength={40}
                label={t('naming.nicknameLabel')}
                description={t('naming.nicknameHelp')}
              />
            </div>
          )}
        </div>
      ))}
      <p className="soft small">{t('naming.organisers')}</p>
    </fieldset>
  );
}
