import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usualNames, usualSports } from '../../../../contract/usual-sports.ts';
import { sportFor } from '../../../sports/sport-mapping.ts';
import { idOf, type TestApp, testApp } from '../../../testing/test-app.ts';
import { phoneSport } from './phone-sports.ts';
import { sportTypeOf } from './sport-type.ts';

/** The workout types of HealthKit (iOS 26) and the exercise types of Health Connect (1.1). */
const healthKit = `
  americanFootball archery australianFootball badminton barre baseball basketball bowling boxing cardioDance climbing
  cooldown coreTraining cricket crossCountrySkiing crossTraining curling cycling dance danceInspiredTraining discSports
  downhillSkiing elliptical equestrianSports fencing fishing fitnessGaming flexibility functionalStrengthTraining golf
  gymnastics handball handCycling highIntensityIntervalTraining hiking hockey hunting jumpRope kickboxing lacrosse
  martialArts mindAndBody mixedCardio mixedMetabolicCardioTraining other paddleSports pickleball pilates play
  preparationAndRecovery racquetball rowing rugby running sailing skatingSports snowboarding snowSports soccer
  socialDance softball squash stairClimbing stairs stepTraining surfingSports swimBikeRun swimming tableTennis taiChi
  tennis trackAndField traditionalStrengthTraining transition underwaterDiving volleyball walking waterFitness
  waterPolo waterSports wheelchairRunPace wheelchairWalkPace wrestling yoga
`;
const healthConnect = `
  BADMINTON BASEBALL BASKETBALL BIKING BIKING_STATIONARY BOOT_CAMP BOXING CALISTHENICS CRICKET DANCING ELLIPTICAL
  EXERCISE_CLASS FENCING FOOTBALL_AMERICAN FOOTBALL_AUSTRALIAN FRISBEE_DISC GOLF GUIDED_BREATHING GYMNASTICS HANDBALL
  HIGH_INTENSITY_INTERVAL_TRAINING HIKING ICE_HOCKEY ICE_SKATING MARTIAL_ARTS OTHER_WORKOUT PADDLING PARAGLIDING
  PILATES RACQUETBALL ROCK_CLIMBING ROLLER_HOCKEY ROWING ROWING_MACHINE RUGBY RUNNING RUNNING_TREADMILL SAILING
  SCUBA_DIVING SKATING SKIING SNOWBOARDING SNOWSHOEING SOCCER SOFTBALL SQUASH STAIR_CLIMBING STAIR_CLIMBING_MACHINE
  STRENGTH_TRAINING STRETCHING SURFING SWIMMING_OPEN_WATER SWIMMING_POOL TABLE_TENNIS TENNIS VOLLEYBALL WALKING
  WATER_POLO WEIGHTLIFTING WHEELCHAIR YOGA
`;
const identifiers = [
  ...healthKit
    .trim()
    .split(/\s+/)
    .flatMap((name) => [name, `HKWorkoutActivityType${name[0]?.toUpperCase()}${name.slice(1)}`]),
  ...healthConnect
    .trim()
    .split(/\s+/)
    .flatMap((name) => [name, `EXERCISE_TYPE_${name}`]),
];

let app: TestApp;
let brought: { personId: number; now: typeof app.clock.now };

beforeAll(async () => {
  app = await testApp();
  brought = { personId: idOf(await app.participant()), now: app.clock.now };
  for (const name of usualNames) {
    const { type, kmPerHour, labels } = usualSports[name];
    const { id } = await app.database.db
      .insertInto('sports')
      .values({ name, type, approved: true, km_per_hour: kmPerHour })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ type }))
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.database.db
      .insertInto('sport_labels')
      .values(Object.entries(labels).map(([language, label]) => ({ sport_id: id, language, label }) as never))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
});
afterAll(() => app.close());

const sportOf = async (name: string) => {
  const id = await sportFor(app.database.db, 'token', sportTypeOf(name), brought, name);
  const sport = await app.database.db
    .selectFrom('sports')
    .select(['name', 'type'])
    .where('id', '=', id)
    .executeTakeFirst();
  return sport?.name || 'no sport';
};

describe('a sport name from a phone', () => {
  it('is known for every workout type of HealthKit and every exercise type of Health Connect', async () => {
    expect(identifiers.filter((name) => phoneSport(name) === undefined)).toEqual([]);
    const sportTypes = new Set(identifiers.map(sportTypeOf));
    const unknown = [];
    for (const sportType of sportTypes)
      if ((await sportOf(sportType)) === 'no sport') unknown.push(sportType);
    // Organisers decide whether gliding counts.
    expect(unknown).toEqual(['paragliding']);
  });

  it.each([
    ['Outdoor Run', 'running'],
    ['Course à pied en extérieur', 'running'],
    ['Hardlopen buiten', 'running'],
    ['Vélo d’appartement', 'cycling'],
    ['Indoor Cycle', 'cycling'],
    ['Randonnée pédestre', 'hiking'],
    ['Open Water Swim', 'swimming'],
    ['Tafeltennis', 'other'],
    ['Entraînement fractionné de haute intensité', 'fitness'],
    ['Sociale dans', 'dance'],
    ['Rameur', 'rowing'],
    ['Rolstoel hardlooptempo', 'wheelchair'],
  ])('(%s) is mapped to %s', async (name, sport) => {
    expect(await sportOf(name)).toBe(sport);
  });

  it('may be the label of a sport in any language', async () => {
    for (const name of usualNames)
      for (const label of Object.values(usualSports[name].labels))
        expect([label, await sportOf(label)]).toEqual([label, name]);
    expect(await sportOf('ELEKTRISCHE FIETS')).toBe('e-bike');
  });
});
