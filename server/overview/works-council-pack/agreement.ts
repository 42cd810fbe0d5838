import type { Block } from '../../../contract/managed/works-council-pack.ts';
import type { PackData } from './pack-data.ts';
import type { PackText } from './pack-texts.ts';

/** Drafts a works agreement. Its articles depend on the settings. */
export function agreement(t: PackText, now: PackData): Block {
  const { secondFactorRequired, anonymiseAfterDays } = now.settings;
  const article = (key: string, values?: Record<string, unknown>) => t(`articles.${key}`, values);
  return {
    kind: 'articles',
    articles: [
      article('purpose'),
      article('voluntary'),
      article('noAppraisal'),
      article('data'),
      article('names'),
      article('employer'),
      article('roles', { secondFactor: article(`secondFactor${secondFactorRequired ? 'On' : 'Off'}`) }),
      article(anonymiseAfterDays === null ? 'retentionOff' : 'retention'),
      article('log'),
      now.services.length > 0
        ? article('services', { services: now.services.join(', ') })
        : article('servicesNone'),
      article('changes'),
      article('term'),
      article('signatures'),
    ],
  };
}
