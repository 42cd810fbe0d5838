import { describe, expect, it } from 'vitest';
import { inSentence, sportLabel } from './sport-label.ts';

describe('the label of a sport', () => {
  const labels = [
    { language: 'nl' as const, label: 'Lopen' },
    { language: 'en' as const, label: 'Running' },
  ];

  it('uses the language’s label, else the first', () => {
    expect(sportLabel({ labels }, 'en')).toBe('Running');
    expect(sportLabel({ labels }, 'fr')).toBe('Lopen');
    expect(sportLabel({ labels: [] }, 'fr')).toBe('');
  });

  it('starts in lower case inside a sentence, unless it is a name or an abbreviation', () => {
    expect(inSentence('Course à pied', 'fr')).toBe('course à pied');
    expect(inSentence('Équitation', 'fr')).toBe('équitation');
    expect(inSentence('HIIT', 'nl')).toBe('HIIT');
    expect(inSentence('CrossFit', 'nl')).toBe('CrossFit');
  });
});
