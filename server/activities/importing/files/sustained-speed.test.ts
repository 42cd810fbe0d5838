import { describe, expect, it } from 'vitest';
import { gpxFile } from '../../../testing/workout-files.ts';
import { readWorkoutFile } from './workout-file.ts';

const now = Date.parse('2026-11-21T11:00:00Z');
const start = '2026-11-20T05:30:00Z';

describe('the sustained speed of a recording', () => {
  it('ignores short stops, jumps in position and short sprints', () => {
    const at = (second: number, metres: number) =>
      `<trkpt lat="${51 + metres / 111_195}" lon="4"><time>${new Date(Date.parse(start) + second * 1000).toISOString()}</time></trkpt>`;
    const speedOf = (metresAt: (second: number) => number) => {
      const points = Array.from({ length: 601 }, (_, second) => at(second, metresAt(second)));
      const file = Buffer.from(`<gpx><trk><trkseg>${points.join('')}</trkseg></trk></gpx>`);
      return (readWorkoutFile(file, 'a.gpx', now).workouts[0]?.sustainedSpeed ?? 0) / 1000;
    };
    expect(speedOf((second) => second * 25)).toBeCloseTo(90, 0);
    // A car that waits for a minute at traffic lights.
    expect(speedOf((second) => (second < 270 ? second : Math.max(270, second - 60)) * 25)).toBeCloseTo(90, 0);
    expect(speedOf((second) => second * 3 + (second > 300 ? 90 : 0))).toBeCloseTo(10.8, 0);
    expect(speedOf((second) => second * 3 + Math.min(60, Math.max(0, second - 300)) * 20)).toBeCloseTo(
      10.8,
      0,
    );
  });

  it('is 0 if the recording is shorter than five minutes', () => {
    const { workouts } = readWorkoutFile(gpxFile({ start, minutes: 4 }), 'a.gpx', now);
    expect(workouts[0]?.sustainedSpeed).toBe(0);
  });
});
