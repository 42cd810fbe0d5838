import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type * as z from 'zod/mini';
import { defaultPlatformName } from '../../../contract/kit/platform-name.ts';
import type { Checklist, steps } from '../../../contract/managed/checklist.ts';
import type { Db } from '../../db/db.ts';
import { isActivated } from '../../people/activated.ts';
import { missingTexts } from './missing-texts.ts';

type Step = (typeof steps)[number];

/** Steps without which nobody can take part or receive email. All other steps are improvements. */
const needed = new Set<Step>(['sports', 'challenge', 'guestCode', 'mail']);

/** Returns the state of each set-up step. `outside` contains the server's own settings. */
export async function checklist(
  db: Db,
  now: Temporal.Instant,
  outside: { sendsMail: boolean; hasServices: boolean },
): Promise<z.infer<typeof Checklist>['steps']> {
  const { rows } = await sql<Record<Exclude<Step, 'mail' | 'services'>, boolean> & { missing: number }>`
    select
      exists (select from configs where key in ('platformName', 'companyColour', 'logoDark', 'logoLight', 'headerPicture') and value not in ('""', ${JSON.stringify(defaultPlatformName)}::jsonb)) as "look",
      exists (select from configs where key = 'availableLanguages') as "languages",
      exists (select from sports where approved) as "sports",
      exists (
        select from challenges
        where closes_at > ${now.toString()}::timestamptz and archived_at is null and progress_map_id is not null
      ) or exists (select from configs where key = 'progressMapId' and value <> 'null') as "map",
      exists (
        select from challenges
        where closes_at > ${now.toString()}::timestamptz and archived_at is null
      ) as "challenge",
      exists (
        select from guest_codes
        where (valid_until is null or valid_until > ${now.toString()}::timestamptz)
          and (maximum_uses is null or uses < maximum_uses) and team_id is null
      ) as "guestCode",
      exists (select from people where role = 'participant' and ${isActivated()}) as "firstSignUp",
      ${missingTexts(now)} as "missing"`.execute(db);
  const found = rows[0];
  const isDone: Record<Step, boolean> = {
    look: found?.look ?? false,
    languages: (found?.languages ?? false) && found?.missing === 0,
    sports: found?.sports ?? false,
    map: found?.map ?? false,
    challenge: found?.challenge ?? false,
    guestCode: found?.guestCode ?? false,
    mail: outside.sendsMail,
    services: outside.hasServices,
    firstSignUp: found?.firstSignUp ?? false,
  };
  return (Object.entries(isDone) as [Step, boolean][]).map(([step, done]) => ({
    step,
    isDone: done,
    isNeeded: needed.has(step),
    missing: step === 'languages' ? (found?.missing ?? 0) : 0,
  }));
}
