import { describe, expect, it } from 'vitest';
import { inSentence, sportLabel } from './sport-label.ts';

describe('the label of a sport', () => {
  const labels = [
    { language: 'nl' as const, label: 'Lopen' },
    { language: 'en' as const, label: 'Running' },
  ];

  it('is in the requested language if it exists, or else in the first available language', () => {
    expect(sportLabel({ labels }, 'en')).toBe('Running');
    expect(sportLabel({ labels }, 'fr')).toBe('Lopen');
    expect(sportLabel({ labels: [] }, 'fr')).toBe('');
  });

  it('begins with a lower-case letter inside a sentence, unless the label is a name or an abbreviation', () => {
    expect(inSentence('Course à pied', 'fr')).toBe('course à pied');
    expect(inSentence('Équitation', 'fr')).toBe('équitation');
    expect(inSentence('HIIT', 'nl')).toBe('HIIT');
    expect(inSentence('CrossFit', 'nl')).toBe('CrossFit');
  });
});
