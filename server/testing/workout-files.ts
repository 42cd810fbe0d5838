import { gzipSync } from 'node:zlib';
import { Encoder, Profile } from '@garmin/fitsdk';
import { zipSync } from 'fflate';

/** An invented recording: one position per minute, along a street in Ghent. */
interface Recording {
  start: string;
  minutes: number;
  /** The metres between two positions; 200 by default. */
  step?: number;
}

const points = ({ start, minutes, step = 200 }: Recording) =>
  Array.from({ length: minutes + 1 }, (_, minute) => ({
    moment: new Date(Date.parse(start) + minute * 60_000),
    latitude: 51.05 + (minute * step) / 111_195,
    longitude: 3.72,
    metres: minute * step,
  }));

/** Returns a GPX file with one track; `untimed` leaves out its times. */
export function gpxFile(
  recording: Recording,
  { type = 'running', name = 'Morning run', untimed = false, zone = 'Z' } = {},
): Buffer {
  const written = points(recording).map(({ moment, latitude, longitude }) => {
    const time = moment.toISOString().replace('Z', zone);
    return `<trkpt lat="${latitude}" lon="${longitude}">${untimed ? '' : `<time>${time}</time>`}</trkpt>`;
  });
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><gpx version="1.1" creator="a test">
<trk><name>${name}</name>${type && `<type>${type}</type>`}<trkseg>${written.join('\n')}</trkseg></trk></gpx>`,
  );
}

/** Returns a TCX file with one activity that has one lap. */
export function tcxFile(recording: Recording, { sport = 'Biking' } = {}): Buffer {
  const written = points(recording).map(
    ({ moment, metres }) =>
      `<Trackpoint><Time>${moment.toISOString()}</Time><DistanceMeters>${metres}</DistanceMeters></Trackpoint>`,
  );
  return Buffer.from(
    `          <?xml version="1.0" encoding="UTF-8"?>
<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities>
<Activity Sport="${sport}"><Id>${recording.start}</Id><Lap StartTime="${recording.start}">
<TotalTimeSeconds>${recording.minutes * 60}</TotalTimeSeconds><DistanceMeters>${recording.minutes * (recording.step ?? 200)}</DistanceMeters>
<Track>${written.join('\n')}</Track></Lap></Activity></Activities></TrainingCenterDatabase>`,
  );
}

/** A session in a FIT file. */
interface Session extends Recording {
  sport: string;
  subSport?: string;
  metres?: number;
  strides?: number;
  /** How long the timer was stopped, in seconds. */
  paused?: number;
}

/**
 * Returns a FIT file with sessions, recorded in a time zone one hour ahead of UTC. With another `type`, the file is not
 * an activity.
 */
export function fitFile(sessions: Session[], { type = 'activity', records = true } = {}): Buffer {
  const encoder = new Encoder();
  const write = (mesgNum: number | undefined, fields: object) =>
    encoder.writeMesg({ mesgNum, ...fields } as never);
  const [first] = sessions;
  const created = new Date(first?.start ?? '2026-11-20T06:00:00Z');
  write(Profile.MesgNum.FILE_ID, {
    type,
    manufacturer: 'garmin',
    product: 3990,
    serialNumber: 1,
    timeCreated: created,
  });
  for (const session of sessions) {
    for (const { moment, latitude, longitude, metres } of records ? points(session) : [])
      write(Profile.MesgNum.RECORD, {
        timestamp: moment,
        positionLat: Math.round((latitude * 2 ** 31) / 180),
        positionLong: Math.round((longitude * 2 ** 31) / 180),
        distance: metres,
      });
    const seconds = session.minutes * 60;
    const { sport, subSport = 'generic', metres, strides, paused = 0 } = session;
    write(Profile.MesgNum.SESSION, {
      timestamp: new Date(Date.parse(session.start) + seconds * 1000),
      startTime: new Date(session.start),
      totalElapsedTime: seconds,
      totalTimerTime: seconds - paused,
      sport,
      subSport,
      ...(metres === undefined ? {} : { totalDistance: metres }),
      ...(strides === undefined ? {} : { totalCycles: strides }),
    });
  }
  const fitEpoch = Date.UTC(1989, 11, 31) / 1000;
  write(Profile.MesgNum.ACTIVITY, {
    timestamp: created,
    localTimestamp: created.getTime() / 1000 - fitEpoch + 3600,
    numSessions: sessions.length,
  });
  return Buffer.from(encoder.close());
}

export const gzip = (bytes: Uint8Array) => gzipSync(bytes);

/** Returns a zip archive of the given files, keyed by name. */
export const zip = (files: Record<string, Uint8Array>) => Buffer.from(zipSync(files));

/** Returns a multipart body with one file in the part `file`, and its content type. */
export function formWith(name: string, bytes: Uint8Array, part = 'file') {
  const boundary = 'boundary-of-the-test';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${part}"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return {
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
