import { type RawBuilder, sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import { languages } from '../../../contract/kit/fields.ts';
import { textSettings } from '../../../contract/managed/settings.ts';
import { offeredLanguages } from '../../platform/settings/config.ts';

/**
 * Returns an SQL expression for the number of missing translations in open challenges, sports, questions and
 * settings. A translation is missing if the text exists in another language, but not in an offered language.
 */
export const missingTexts = (now: Temporal.Instant): RawBuilder<number> => sql<number>`(
  with offered as (${offeredLanguages})
  select (
    (select count(*) from challenges, offered
      where closes_at > ${now.toString()}::timestamptz and not exists (
        select from challenge_translations texts
        where challenge_id = challenges.id and texts.language = offered.language
      ))
    + (select count(*) from sports, offered
      where approved and exists (select from sport_labels where sport_id = sports.id) and not exists (
        select from sport_labels texts where sport_id = sports.id and texts.language = offered.language
      ))
    + (select count(*) from faq_questions, offered
      where not exists (
        select from faq_question_texts texts
        where question_id = faq_questions.id and texts.language = offered.language
      ))
    + (select count(*) from unnest(${[...textSettings]}::text[]) as setting, offered
      where exists (
        select from configs
        where key in (${sql.join(languages.map((language) => sql`setting || initcap(${language})`))}) and value <> '""'
      ) and not exists (
        select from configs where key = setting || initcap(offered.language) and value <> '""'
      ))
  )::int
)`;
