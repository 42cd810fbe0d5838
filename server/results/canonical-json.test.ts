import { expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

it('sorts keys by UTF-16 code units and writes each value in its canonical form', () => {
  // The example in RFC 8785, section 3.2.3.
  const value = {
    '\u20ac': 'Euro Sign',
    '\r': 'Carriage Return',
    '\ufb33': 'Hebrew Letter Dalet With Dagesh',
    '1': 'One',
    '\ud83d\ude00': 'Emoji: Grinning Face',
    '\u0080': 'Control',
    '\u00f6': 'Latin Small Letter O With Diaeresis',
  };
  expect(canonicalJson(value)).toBe(
    '{"\\r":"Carriage Return","1":"One","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis",' +
      '"\u20ac":"Euro Sign","\ud83d\ude00":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
  );
  expect(canonicalJson([1e21, 0.000001, -0, null, true, 'a"\n'])).toBe(
    '[1e+21,0.000001,0,null,true,"a\\"\\n"]',
  );
  expect(() => canonicalJson(Number.NaN)).toThrow('cannot be written as JSON');
});
