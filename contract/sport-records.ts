import type { Sport } from './sports.ts';

/** The records of a type of sport, and who holds them. */
export interface SportRecord {
  /** Metres in 24 hours. */
  day: number;
  dayBy: string;
  /** Metres per hour, over the shortest distance that people log as a workout. */
  speed: number;
  speedBy: string;
  /** Metres a day that hardly anybody exceeds before they have a habit, and where that value comes from. */
  usual: number;
  usualBy: string;
}

/** Nobody has covered a greater distance on foot in a day. */
const dayOnFoot = {
  day: 319_614,
  dayBy: 'Aleksandr Sorokin, 24 h, 319.614 km, Verona 2022 (IAU)',
};

/** Nobody has exceeded these by their own strength. Other sports differ too much from one another to have a bound. */
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
