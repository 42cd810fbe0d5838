import type { Temporal } from 'temporal-polyfill';
import type { Source } from '../../../contract/activities.ts';

/** One workout as reported by its source, in the platform's terms. No positions: they are never stored. */
export interface Workout {
  /** The source's own id, unique for a person at that source. */
  externalId: string;
  startedAt: Temporal.Instant;
  /** Minutes that the clock where it started was ahead of UTC: its day is the calendar date there. */
  utcOffsetMinutes: number;
  /** From start to end, pauses included. */
  elapsedSeconds: number;
  movingSeconds: number | null;
  /** Whole metres; null if the source knows no distance. */
  metres: number | null;
  steps: number | null;
  /** The source's own word for the kind of sport, as it spells it. */
  sportType: string;
  name: string | null;
  /** The device that recorded it, as the source names it. */
  device: string | null;
  /** Typed in by hand at the source. */
  isManual: boolean;
  /** Where its owner can look at it at the source. */
  viewUrl: string | null;
  /** The original source, if this source names one. */
  cameFrom: Source | null;
  /** The version after its owner's edit: different values from the source are older. */
  isEdited?: boolean;
}
