import type { Sport } from './sports.ts';

/** The world records of a sport type, and who set them. */
export interface SportRecord {
  /** The greatest distance in 24 hours, in metres. */
  day: number;
  dayBy: string;
  /** The highest speed in metres per hour, over the shortest distance that people log as a workout. */
  speed: number;
  speedBy: string;
  /** The metres per day that hardly anybody exceeds without training, and the source of this value. */
  usual: number;
  usualBy: string;
}

/** The greatest distance that anybody has covered on foot in a day. */
const dayOnFoot = {
  day: 319_614,
  dayBy: 'Aleksandr Sorokin, 24 h, 319.614 km, Verona 2022 (IAU)',
};

/**
 * The records of each sport type, set by muscle power alone. Sports of other types differ too much to have
 * common limits.
 */
export const sportRecords: Partial<Record<Sport['type'], SportRecord>> = {
  running: {
    ...dayOnFoot,
    // The record is 5,000 m in 755.36 s.
    speed: 23_830,
    speedBy: 'Joshua Cheptegei, 5,000 m, 12:35.36, Monaco 2020 (World Athletics)',
    usual: 42_195,
    usualBy: 'Marathon, 42.195 km (World Athletics)',
  },
  walking: {
    ...dayOnFoot,
    // The record is 20 km in 4,570 s.
    speed: 15_755,
    speedBy: 'Toshikazu Yamanishi, 20 km race walk, 1:16:10, Kobe 2025 (World Athletics)',
    usual: 50_000,
    usualBy: 'Vierdaagse, Nijmegen, 50 km (KWBN)',
  },
  cycling: {
    day: 1_026_215,
    dayBy: 'Christoph Strasser, 24 h, 1,026.215 km, Zeltweg 2021 (WUCA)',
    speed: 56_792,
    speedBy: 'Filippo Ganna, hour record, 56.792 km, Grenchen 2022 (UCI)',
    usual: 200_000,
    usualBy: 'Brevet de randonneur, 200 km (Audax Club Parisien)',
  },
};
