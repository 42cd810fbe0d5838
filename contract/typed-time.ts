import { timePattern } from './activities.ts';
import { secondsOf, timeOf } from './kilometres.ts';

/** The longest time that an activity may have, in seconds: 99:59:59. */
const longest = 100 * 3600 - 1;

/** The units in English, French and Dutch. */
const hour = '(?:h|u|hrs?|hours?|heures?|uur|uren)';
const minute = "(?:m|['’′]|mins?|minutes?|minuten|minuut)";
const second = '(?:s|["”″]|secs?|seconds?|secondes?|seconden)';
const withUnits = new RegExp(
  String.raw`^(?:(\d+(?:[.,]\d+)?)\s*${hour})?\s*(?:(\d+)\s*(?:${minute}|$))?\s*(?:(\d+)\s*(?:${second}|$))?$`,
  'i',
);

/**
 * Parses a typed time into hh:mm:ss. Accepts «45», «90 min», «1h30», «1:30», «1.30», «1,5» (hours), «1:02:03» and
 * «4754» (as on a stopwatch); returns undefined for anything else. A single number is minutes. The first of two numbers
 * means hours if it is below ten, otherwise minutes: «1:30» is an hour and a half, «47:54» is under an hour.
 */
export function typedTime(text: string): string | undefined {
  const seconds = meant(text.trim());
  return seconds === undefined || seconds > longest ? undefined : timeOf(seconds);
}

function meant(text: string): number | undefined {
  if (timePattern.test(text)) return secondsOf(text);
  if (/^\d{1,3}$/.test(text)) return Number(text) * 60;
  if (/^\d{4,6}$/.test(text)) return inParts(text.padStart(6, '0').match(/../g) ?? []);
  if (/^\d{1,2}[.,]\d$/.test(text)) return Math.round(Number(text.replace(',', '.')) * 3600);
  if (/^\d{1,2}(?:\s*[:.,\s]\s*\d{1,2}){1,2}$/.test(text)) return inParts(text.split(/[:.,\s]+/));
  return inUnits(text);
}

/** Converts hours, minutes and seconds to seconds. If there are two parts, the size of the first decides its unit. */
function inParts(parts: string[]): number | undefined {
  const [first = 0, middle = 0, last] = parts.map(Number);
  if (middle > 59 || (last ?? 0) > 59) return undefined;
  if (last !== undefined) return first * 3600 + middle * 60 + last;
  if (first < 10) return first * 3600 + middle * 60;
  return first > 59 ? undefined : first * 60 + middle;
}

function inUnits(text: string): number | undefined {
  const [, hours, minutes, seconds] = withUnits.exec(text) ?? [];
  if (!hours && !minutes && !seconds) return undefined;
  const whole = Number((hours ?? '0').replace(',', '.')) * 3600 + Number(minutes ?? 0) * 60;
  return Math.round(whole + Number(seconds ?? 0));
}

/** Formats a time `hh:mm:ss` in words, such as «1 heure 30 minutes». `language` is a code, for example `fr`. */
export function timeInWords(time: string, language: string): string {
  const total = secondsOf(time);
  const parts = [
    ['hour', Math.floor(total / 3600)],
    ['minute', Math.floor(total / 60) % 60],
    ['second', total % 60],
  ] as const;
  return parts
    .filter(([, value]) => value > 0)
    .map(([unit, value]) =>
      new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value),
    )
    .join(' ');
}
