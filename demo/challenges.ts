import type { Temporal } from 'temporal-polyfill';
import { type GalleryMap, gallery } from '../server/challenges/maps/gallery.ts';
import { insertMap, storedMap } from '../server/challenges/maps/stored-map.ts';
import type { Db } from '../server/db/db.ts';
import { cleanHtml } from '../server/kit/clean-markup.ts';
import { platformTimeZone } from '../server/kit/platform-day.ts';
import { type ChallengeTexts, tourOfEuropeTexts, tourOfTheWorldTexts, treeTexts } from './challenge-texts.ts';
import type { DemoDays } from './days.ts';
import { Random } from './random.ts';

interface Challenge {
  uri: string;
  map: GalleryMap;
  mapName: string;
  kilometers: number;
  /** The number of trees per kilometre. */
  conversion: number | null;
  start: Temporal.PlainDate;
  end: Temporal.PlainDate;
  texts: ChallengeTexts;
}

/** How many hours after the end of a challenge people may still enter activities. */
const graceHours = 72;
const treeTarget = 36_000;
const treesAKilometre = 0.05;
/** The number of laps in the tour of Europe, one for each of the company's sites. */
const laps = 3;

function demoChallenges(days: DemoDays): Challenge[] {
  const lap = gallery.europe.kilometres;
  const world = gallery.world.kilometres;
  return [
    {
      uri: 'coast-to-ardennes',
      map: gallery.belgium,
      mapName: 'From the coast to the Ardennes and back',
      kilometers: treeTarget,
      conversion: treesAKilometre,
      start: days.previousStart,
      end: days.previousEnd,
      texts: treeTexts(treeTarget, treeTarget * treesAKilometre),
    },
    {
      uri: 'grand-tour-of-europe',
      map: gallery.europe,
      mapName: 'Grand tour of Europe',
      kilometers: laps * lap,
      conversion: null,
      start: days.currentStart,
      end: days.currentEnd,
      texts: tourOfEuropeTexts(lap, laps * lap),
    },
    {
      uri: 'around-the-world',
      map: gallery.world,
      mapName: 'Tour of the world',
      kilometers: world,
      conversion: null,
      start: days.nextStart,
      end: days.nextEnd,
      texts: tourOfTheWorldTexts(world),
    },
  ];
}

/**
 * Inserts the previous, the current and the next challenge with their maps; returns the id of the current challenge's
 * map.
 */
export async function insertDemoChallenges(tx: Db, days: DemoDays): Promise<{ progressMapId: number }> {
  const random = new Random(4);
  const mapIds: number[] = [];
  for (const challenge of demoChallenges(days)) {
    const mapId = await insertMap(tx, await storedMap(challenge.mapName, challenge.map), 'gallery');
    mapIds.push(mapId);
    await insertChallenge(tx, challenge, random.uuid(), mapId);
  }
  return { progressMapId: mapIds[1] as number };
}

async function insertChallenge(tx: Db, challenge: Challenge, uuid: string, mapId: number): Promise<void> {
  const { uri, kilometers, conversion, start, end, texts } = challenge;
  const { id } = await tx
    .insertInto('challenges')
    .values({
      uuid,
      uri,
      type: conversion === null ? 'distance' : 'abstraction',
      abstraction_conversion: conversion,
      kilometers,
      starts_on: start.toString(),
      ends_on: end.toString(),
      time_zone: platformTimeZone,
      closes_at: closingOf(end).toString(),
      progress_map_id: mapId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('challenge_translations')
    .values(
      await Promise.all(
        (['nl', 'fr', 'en'] as const).map(async (language, position) => {
          const { eyeCatcher, abstractionLabel, introduction, description, ...others } = texts[language];
          return {
            challenge_id: id,
            position,
            language,
            ...others,
            introduction: await cleanHtml(introduction, 'introduction'),
            description: await cleanHtml(description, 'description'),
            eye_catcher: eyeCatcher,
            abstraction_label: abstractionLabel,
          };
        }),
      ),
    )
    .execute();
}

/** The end of the grace period, which begins at the midnight after the last day. */
function closingOf(end: Temporal.PlainDate): Temporal.Instant {
  return end
    .add({ days: 1 })
    .toZonedDateTime({ timeZone: platformTimeZone })
    .toInstant()
    .add({ hours: graceHours });
}
