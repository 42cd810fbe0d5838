import { describe, expect, it } from 'vitest';
import { fitFile, gzip, zip } from '../../../testing/workout-files.ts';
import { readWorkoutFile } from './workout-file.ts';

const now = Date.parse('2026-11-21T11:00:00Z');
const start = '2026-11-20T05:30:00Z';
const read = (files: Record<string, Uint8Array>) => readWorkoutFile(zip(files), 'export.zip', now);
const run = gzip(fitFile([{ start, minutes: 30, sport: 'running', metres: 6000 }]));

/** Builds the list of activities in a Strava export. The columns have the same order in every language. */
const table = (heads: string, ...rows: string[]) => Buffer.from([heads, ...rows].join('\n'));
const english =
  'Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,Max Heart Rate,Relative Effort,Commute,Activity Private Note,Activity Gear,Filename,Athlete Weight,Bike Weight,Elapsed Time,Moving Time,Distance,Max Speed';
const french =
  'ID de l’activité,Date de l’activité,Nom de l’activité,Type d’activité,Description de l’activité,Temps écoulé,Distance,Fréquence cardiaque max.,Mesure d’effort,Trajet,Note privée,Équipement,Nom du fichier,Poids de l’athlète,Poids du vélo,Temps écoulé,Durée de déplacement,Distance,Vitesse max.';
const dutch =
  'Activiteits-ID,Datum van activiteit,Naam activiteit,Activiteitstype,Beschrijving activiteit,Verstreken tijd,Afstand,Max. hartslag,Relatieve inspanning,Woon-werk,Privénotitie,Uitrusting,Bestandsnaam,Gewicht van atleet,Gewicht van fiets,Verstreken tijd,Beweegtijd,Afstand,Max. snelheid';

describe('an export of all data from Strava', () => {
  it.each([
    ['English', english, '"Nov 20, 2026, 5:30:00 AM"', 'Trail Run', '6.00', 'E-Bike Ride'],
    ['French', french, '20 nov. 2026 à 05:30:00', 'Trail', '"6,00"', 'Vélo électrique'],
    ['Dutch', dutch, '"20 nov 2026, 05:30:00"', 'Trailrun', '"6,00"', 'E-bikerit'],
  ])(
    'in %s provides names and sport types for workouts, and includes workouts that the person typed in',
    (_, heads, date, trail, km, bike) => {
      const files = {
        'export_1/activities.csv': table(
          heads,
          `1,${date},"Along the Leie, slowly",${trail},"two\nlines",1800,${km},,,false,,,activities/1.fit.gz,,,1800.0,1790.0,6000.0,4`,
          `2,${date.replace('20', '19')},To work,${bike},,3600,"12,5",,,true,,,,,,3605.0,3500.0,12510.5,9`,
          `3,${date},Not in this archive,${trail},,60,1,,,,,,activities/3.gpx,,,60,60,1000,1`,
        ),
        'export_1/activities/1.fit.gz': run,
        'export_1/media/photo.jpg': Buffer.from('a photo'),
        'export_1/bikes.csv': Buffer.from('Bike Name\nRed'),
      };
      const { workouts, refused } = read(files);
      expect(refused).toEqual([]);
      expect(workouts).toMatchObject([
        { startedAt: Date.parse(start), name: 'Along the Leie, slowly', sportType: 'TrailRun', metres: 6000 },
        {
          startedAt: Date.parse('2026-11-19T05:30:00Z'),
          name: 'To work',
          sportType: 'EBikeRide',
          elapsedSeconds: 3605,
          movingSeconds: 3500,
          metres: 12_511,
        },
      ]);
      expect(workouts).toHaveLength(2);
    },
  );

  it('is read with dates in several formats, and reported as incomplete if rows lack a date or an amount', () => {
    const dates = [
      '"Mar 1, 2026, 12:05:00 AM"',
      '"Jun 2, 2026, 12:05:00 PM"',
      '3 févr. 2026 à 18:00:00',
      '"4 mrt. 2026, 18:00:00"',
    ];
    const { workouts, refused } = read({
      'activities.csv': table(
        'ID,Date,Name,Type,Description,Elapsed Time,Distance',
        ...dates.map((date) => `1,${date},x,Run,,600,2`),
        '2,soon,x,Run,,600,2',
        '3,"Mar 1, 2026, 1:00:00 PM",x,Run,,,',
      ),
    });
    expect(workouts.map(({ startedAt }) => new Date(startedAt).toISOString().slice(0, 16)).sort()).toEqual([
      '2026-02-03T18:00',
      '2026-03-01T00:05',
      '2026-03-04T18:00',
      '2026-06-02T12:05',
    ]);
    expect(workouts[0]).toMatchObject({ metres: 2000, elapsedSeconds: 600 });
    expect(refused).toEqual([{ name: 'activities.csv', reason: 'incomplete' }]);
  });

  it.each(['nothing', 'a,b\n1,2', '"'])(
    'with a broken list provides the workouts that have files, and the list is reported (%j)',
    (text) => {
      const { workouts, refused } = read({ 'activities.csv': Buffer.from(text), 'a.fit.gz': run });
      expect(workouts).toHaveLength(1);
      expect(refused).toEqual([{ name: 'activities.csv', reason: 'broken' }]);
    },
  );
});

const folder = 'DI_CONNECT/DI-Connect-';
const list = (...summaries: object[]) =>
  Buffer.from(JSON.stringify([{ summarizedActivitiesExport: summaries }]));
const summary = {
  activityId: 1,
  name: 'Ghent Running',
  activityType: 'running',
  startTimeGmt: Date.parse(start),
  startTimeLocal: Date.parse(start) + 3_600_000,
  duration: 1_800_000,
  distance: 600_000,
};

describe('an export of all data from Garmin', () => {
  it('yields each workout once, from its file or from the list, and one line reports all other files', () => {
    const other = fitFile([{ start, minutes: 30, sport: 'running' }], { type: 'monitoringB' });
    const monitoring = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`m_${n}.fit`, other]));
    const { workouts, refused } = read({
      [`${folder}Uploaded-Files/UploadedFiles_0.zip`]: zip({
        'me_1.fit': fitFile([{ start, minutes: 30, sport: 'running', metres: 6000 }]),
        ...monitoring,
      }),
      [`${folder}Fitness/me_0_summarizedActivities.json`]: list(
        summary,
        {
          ...summary,
          name: 'Swim',
          activityType: 'lap_swimming',
          startTimeGmt: Date.parse('2026-11-18T05:30:00Z'),
          steps: 12,
        },
        { ...summary, activityType: 'multi_sport', startTimeGmt: Date.parse('2026-11-17T05:30:00Z') },
      ),
      [`${folder}Wellness/me_sleep.json`]: Buffer.from('{}'),
    });
    expect(workouts).toMatchObject([
      { name: 'Ghent Running', device: 'Garmin fr255Music', metres: 6000 },
      { name: 'Swim', sportType: 'lap_swimming', elapsedSeconds: 1800, metres: 6000, utcOffsetMinutes: null },
    ]);
    expect(workouts).toHaveLength(2);
    expect(refused).toEqual([{ name: 'export.zip', reason: 'beside' }]);
  });

  it('is limited to the latest 500 workouts, without workouts in the future or without a start', () => {
    const days = Array.from({ length: 600 }, (_, day) => ({
      ...summary,
      startTimeGmt: Date.parse('2025-01-01T00:00:00Z') + day * 86_400_000,
    }));
    const { workouts, refused } = read({
      'x_summarizedActivities.json': list(
        ...days,
        { ...summary, startTimeGmt: now * 2 },
        { name: 'x' },
        { ...summary, startTimeGmt: 'x' },
      ),
    });
    expect(workouts).toHaveLength(500);
    expect(workouts[0]?.startedAt).toBe(days.at(-1)?.startTimeGmt);
    expect(refused).toEqual([
      { name: 'x_summarizedActivities.json', reason: 'incomplete' },
      { name: 'Ghent Running', reason: 'inFuture' },
      { name: 'export.zip', reason: 'older' },
    ]);
  });

  it.each(['', '{}', '[1]', 'null', '[{"summarizedActivitiesExport":1}]'])(
    'is rejected if its list is broken (%j)',
    (text) => {
      expect(() => read({ 'x_summarizedActivities.json': Buffer.from(text) })).toThrow('broken');
    },
  );
});
