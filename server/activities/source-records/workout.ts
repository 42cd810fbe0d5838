import type { Temporal } from 'temporal-polyfill';
import type { Source } from '../../../contract/activities.ts';

/** One workout as reported by its source, in the platform's terms. Without positions, which are never stored. */
export interface Workout {
  /** The source's own id, unique for a person at that source. */
  externalId: string;
  startedAt: Temporal.Instant;
  /** The offset from UTC at the start in minutes, which determines the workout's day. */
  utcOffsetMinutes: number;
  /** From start to end, pauses included. */
  elapsedSeconds: number;
  movingSeconds: number | null;
  /** Whole metres; null if the source knows no distance. */
  metres: number | null;
  steps: number | null;
  /** The source's own name for the sport, as it spells it. */
  sportType: string;
  name: string | null;
  /** The device that recorded it, as the source names it. */
  device: string | null;
  /** Whether it was entered by hand at the source. */
  isManual: boolean;
  /** A link for its owner to the workout at the source. */
  viewUrl: string | null;
  /** The original source, if this source names one. */
  cameFrom: Source | null;
  /** Whether this is the version after its owner's edit: different values from the source are older. */
  isEdited?: boolean;
}
