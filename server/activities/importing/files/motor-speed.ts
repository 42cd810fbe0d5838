import type { Sport } from '../../../../contract/sports.ts';

/** The highest speeds, in metres per hour, that people sustain for five minutes without a motor. */
export const speedLimits: Record<Sport['type'], number> = {
  // The record over 2,000 m, which takes almost five minutes: 4:43.13, Jakob Ingebrigtsen, Brussels 2023.
  running: 25_500,
  // The same limit as for running, because people sometimes run during a recorded walk. The check for outliers still
  // compares slower walks with the walking records.
  walking: 25_500,
  // Above the hour record of 56,792 m. People ride faster only on long straight descents, and not for four minutes out
  // of five.
  cycling: 70_000,
  // Ice skaters, rowers and swimmers are slower, and skiers do not keep up this speed for five minutes.
  other: 100_000,
};

/** Returns whether a recording looks like a ride in a car or train, because of its sustained speed in metres per hour. */
export const isMotorSpeed = (type: Sport['type'], sustained: number): boolean =>
  sustained > speedLimits[type];
