import type { Temporal } from 'temporal-polyfill';
import type { Source } from '../../../contract/activities.ts';

/**
 * A workout as reported by its source, converted to the platform's types. Has no positions, because positions are never
 * stored.
 */
export interface Workout {
  /** The source's own id for the workout, unique per person and source. */
  externalId: string;
  startedAt: Temporal.Instant;
  /** The offset from UTC at the start, in minutes, which determines the workout's day. */
  utcOffsetMinutes: number;
  /** The seconds from start to end, including pauses. */
  elapsedSeconds: number;
  movingSeconds: number | null;
  /** Whole metres, or null if the source reports no distance. */
  metres: number | null;
  steps: number | null;
  /** The source's own name for the sport, in the source's spelling. */
  sportType: string;
  /** The app's name for the sport, if it may be the label of a sport on this platform. */
  sportLabel?: string;
  name: string | null;
  /** The device that recorded the workout, as named by the source. */
  device: string | null;
  /** Whether the person typed in the workout at the source. */
  isManual: boolean;
  /** A link to the workout on the source's website, for the owner only. */
  viewUrl: string | null;
  /** The source from which this source received the workout, if known. */
  cameFrom: Source | null;
  /** Whether the owner has edited this version at the source. Unedited versions that arrive later are outdated. */
  isEdited?: boolean;
}
