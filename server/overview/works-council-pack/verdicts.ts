import type { verdicts } from '../../../contract/managed/works-council-pack.ts';
import type { PackData } from './pack-data.ts';

type Verdict = (typeof verdicts)[number];

/** Our verdict on a setting. Its texts are `settings.<setting>.<choice>`. */
export interface Judgement {
  setting: string;
  choice: string;
  verdict: Verdict;
  /** The page with the setting; null for a setting of the server. */
  page: string | null;
  values?: Record<string, unknown>;
}

/** The longest recommended period: a yearly challenge needs its participants' accounts for a year. */
const longestDays = 365;

const trust = '/settings/1/trust';
const socialPage = '/settings/1/together';
const signUp = '/settings/1/sign-up';

/** Judges each setting that affects privacy. */
export function judgements(now: PackData): Judgement[] {
  const { settings } = now;
  const { anonymiseAfterDays: days, removeInvitedAfterDays: invitedDays } = settings;
  const onOff = (
    setting: string,
    page: string | null,
    isOn: boolean,
    on: Verdict,
    off: Verdict,
  ): Judgement => ({
    setting,
    choice: isOn ? 'on' : 'off',
    verdict: isOn ? on : off,
    page,
  });
  return [
    onOff('secondFactorRequired', trust, settings.secondFactorRequired, 'recommended', 'notRecommended'),
    onOff('activitiesByReason', trust, settings.activitiesByReason, 'recommended', 'agreement'),
    {
      setting: 'newNameShown',
      choice: settings.newNameShown,
      verdict: settings.newNameShown === 'none' ? 'recommended' : 'agreement',
      page: trust,
    },
    { setting: 'anonymiseAfterDays', page: trust, values: { days }, ...judgedPeriod(days, now.sendsMail) },
    {
      ...onOff('removeInvitedAfterDays', trust, invitedDays !== null, 'recommended', 'notRecommended'),
      values: { days: invitedDays },
    },
    {
      ...onOff('consent', '/consent-texts', now.consentNumber !== null, 'recommended', 'notRecommended'),
      values: { number: now.consentNumber },
    },
    {
      setting: 'registrationMethod',
      choice: settings.registrationMethod,
      verdict: settings.registrationMethod === 'providers' ? 'agreement' : 'recommended',
      page: signUp,
    },
    {
      setting: 'emailVerification',
      choice: settings.emailVerification,
      verdict: settings.emailVerification === 'required' ? 'recommended' : 'notRecommended',
      page: signUp,
    },
    onOff('teamsEnabled', socialPage, settings.teamsEnabled, 'agreement', 'recommended'),
    ...(settings.teamsEnabled
      ? [
          {
            setting: 'teamRanking',
            choice: settings.teamRanking,
            verdict: settings.teamRanking === 'average' ? 'agreement' : 'recommended',
            page: socialPage,
          } as const,
        ]
      : []),
    onOff('likesEnabled', socialPage, settings.likesEnabled, 'recommended', 'recommended'),
    onOff('commentsEnabled', socialPage, settings.commentsEnabled, 'agreement', 'recommended'),
    ...now.services.map((service): Judgement => {
      const shown = settings.showToOthers[service];
      const isDoubtful = service === 'Strava' && shown === 'full';
      return {
        setting: 'showToOthers',
        choice: isDoubtful ? 'fullStrava' : shown,
        verdict: isDoubtful ? 'notRecommended' : shown === 'full' ? 'agreement' : 'recommended',
        page: '/settings/1/services',
        values: { service },
      };
    }),
    onOff('employerBlind', null, now.isEmployerBlind, 'recommended', 'agreement'),
    onOff('publicUrl', null, now.isEncrypted, 'recommended', 'notRecommended'),
  ];
}

function judgedPeriod(days: number | null, sendsMail: boolean): Pick<Judgement, 'choice' | 'verdict'> {
  if (days === null) return { choice: 'off', verdict: 'notRecommended' };
  if (!sendsMail) return { choice: 'unmailed', verdict: 'notRecommended' };
  return days <= longestDays
    ? { choice: 'short', verdict: 'recommended' }
    : { choice: 'long', verdict: 'agreement' };
}
