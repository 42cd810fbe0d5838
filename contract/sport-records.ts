import type { Sport } from './sports.ts';

/** The most that a person is known to have done of a type of sport, and who it was. */
export interface SportRecord {
  /** Metres in 24 hours. */
  day: number;
  dayBy: string;
  /** Metres an hour, over the shortest distance that people log as a workout. */
  speed: number;
  speedBy: string;
  /** Metres that hardly anybody adds in a day before they have a habit, and whose longest day that is. */
  usual: number;
  usualBy: string;
}

/** Nobody has come farther on foot in a day. */
const dayOnFoot = {
  day: 319_614,
  dayBy: 'Aleksandr Sorokin, 24 h, 319.614 km, Verona 2022 (IAU)',
};

/**
 * What is beyond these, nobody on this planet has done by their own strength. The other sports are too different from
 * one another for a bound.
 */
export const sportRecords: Partial<Record<Sport['type'], SportRecord>> = {
  running: {
    ...dayOnFoot,
    // 5,000 m in 755.36 s.
    speed: 23_830,
    speedBy: 'Joshua Cheptegei, 5,000 m, 12:35.36, Monaco 2020 (World Athletics)',
    usual: 42_195,
    usualBy: 'Marathon, 42.195 km (World Athletics)',
  },
  walking: {
    ...dayOnFoot,
    // 20 km in 4,570 s.
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
