import { gzipSync } from 'node:zlib';
import { CrcCalculator } from '@garmin/fitsdk';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { workTime } from '../../../testing/work-time.ts';
import { fitFile, gpxFile, gzip, tcxFile, zip } from '../../../testing/workout-files.ts';
import { FileFailure } from './file-failure.ts';
import { readInThread } from './file-reader.ts';
import { readWorkoutFile } from './workout-file.ts';

const recording = { start: '2026-11-20T06:00:00Z', minutes: 5 };
const now = Temporal.Instant.from('2026-11-21T11:00:00Z');

/** Returns how many milliseconds it takes to read or reject a file. Rethrows errors other than FileFailure. */
function timeToRead(bytes: Uint8Array): number {
  const begun = workTime();
  try {
    const { workouts } = readWorkoutFile(bytes, 'file', now.epochMilliseconds);
    for (const { startedAt, elapsedSeconds, movingSeconds, metres, steps } of workouts)
      for (const amount of [startedAt, elapsedSeconds, movingSeconds ?? 0, metres ?? 0, steps ?? 0])
        if (!Number.isFinite(amount) || amount < 0) throw new Error(`invalid amount: ${amount}`);
  } catch (failure) {
    if (!(failure instanceof FileFailure)) throw failure;
  }
  return workTime() - begun;
}

/** Generates copies of a file with random damage: changed bytes, a removed or repeated piece, or a missing end. */
const mutated = (file: Buffer) =>
  fc
    .record({
      bytes: fc.array(fc.tuple(fc.nat(file.length - 1), fc.nat(255)), { maxLength: 8 }),
      from: fc.nat(file.length),
      length: fc.nat(40),
      what: fc.constantFrom('bytes', 'without', 'twice', 'cut'),
    })
    .map(({ bytes, from, length, what }) => {
      const copy = Buffer.from(file);
      for (const [at, value] of bytes) copy[at] = value;
      const piece = copy.subarray(from, from + length);
      if (what === 'cut') return copy.subarray(0, from);
      if (what === 'bytes') return copy;
      return Buffer.concat([
        copy.subarray(0, from),
        ...(what === 'twice' ? [piece, piece] : []),
        copy.subarray(from + length),
      ]);
    });

/** Gives generated FIT files a valid checksum, so that the reader does not stop at the checksum. */
const summed = (file: fc.Arbitrary<Uint8Array>) =>
  file.map((bytes) => {
    const copy = Buffer.from(bytes);
    const end = copy.length - 2;
    if (end > 0) copy.writeUInt16LE(CrcCalculator.calculateCRC(copy, 0, end), end);
    return copy;
  });

/** Generates markup from the element names that the readers handle, in any order and nesting. */
const markup = (tags: string[]) =>
  fc
    .array(
      fc.oneof(
        fc.constantFrom(...tags).map((tag) => `<${tag}>`),
        fc.constantFrom(...tags).map((tag) => `</${tag}>`),
        fc.constantFrom(...tags).map((tag) => `<${tag} lat="${tag.length}" lon="1e999" StartTime="-1"/>`),
        fc.constantFrom(
          '2026-11-20T06:00:00Z',
          '-9e99',
          '&amp;',
          '&lol;',
          '<![CDATA[',
          ']]>',
          '<!DOCTYPE a>',
        ),
        fc.string({ unit: 'binary' }),
      ),
      { maxLength: 60 },
    )
    .map((parts) => Buffer.from(`<${tags[0]}>${parts.join('')}`));

/** Generates FIT files with a valid header and random data. */
const framed = fc.uint8Array({ maxLength: 300 }).map((data) => {
  const header = Buffer.from([14, 0x20, 0xca, 0x54, 0, 0, 0, 0, 0x2e, 0x46, 0x49, 0x54, 0, 0]);
  header.writeUInt32LE(data.length, 4);
  return Buffer.concat([header, data, Buffer.alloc(2)]);
});

const gpxTags = ['gpx', 'trk', 'trkseg', 'trkpt', 'time', 'name', 'type'];
const tcxTags = [
  'TrainingCenterDatabase',
  'Activities',
  'Activity',
  'Lap',
  'Track',
  'Trackpoint',
  'Time',
  'DistanceMeters',
  'TotalTimeSeconds',
];
const fit = fitFile([{ ...recording, sport: 'running', metres: 1000 }]);
const corpus: [string, fc.Arbitrary<Uint8Array>][] = [
  ['FIT', fc.oneof(summed(mutated(fit)), summed(framed), mutated(fit), fc.uint8Array())],
  ['GPX', fc.oneof(mutated(gpxFile(recording)), markup(gpxTags))],
  ['TCX', fc.oneof(mutated(tcxFile(recording)), markup(tcxTags))],
  ['gzip and zip', fc.oneof(mutated(gzip(fit)), mutated(zip({ 'a.fit': fit, 'b.fit.gz': gzip(fit) })))],
];

describe('each of 2,000 damaged or random files', () => {
  it.each(corpus)('in the format %s is read or rejected within a second', (_, files) => {
    let longest = 0;
    fc.assert(
      fc.property(files, (bytes) => {
        longest = Math.max(longest, timeToRead(bytes));
      }),
      { numRuns: 2_000 },
    );
    expect(longest).toBeLessThan(1000);
  });
});

const megabytes = (count: number) => count * 1024 * 1024;
const filled = (size: number, piece: string) => Buffer.alloc(size, piece);
const around = (inner: Buffer, before = '<gpx><trk><name>', after = '</name></trk></gpx>') =>
  Buffer.concat([Buffer.from(before), inner, Buffer.from(after)]);

/** Returns a FIT file without valid checksums. The reader would verify them only at the end. */
function fitOf(data: Buffer): Buffer {
  const header = Buffer.from([14, 0x20, 0xca, 0x54, 0, 0, 0, 0, 0x2e, 0x46, 0x49, 0x54, 0, 0]);
  header.writeUInt32LE(data.length, 4);
  return Buffer.concat([header, data, Buffer.alloc(2)]);
}

/** Builds a FIT definition message. Each field consists of its number, size and type. */
const definition = (message: number, fields: [number, number, number][]) =>
  Buffer.from([0x40, 0, 0, message & 255, message >> 8, fields.length, ...fields.flat()]);

describe('the reading thread', () => {
  it.each<[string, () => Uint8Array, string]>([
    ['a zip bomb', () => zipSync({ 'a.gpx': new Uint8Array(megabytes(100)) }), 'tooLarge'],
    ['a gzip bomb', () => gzipSync(Buffer.alloc(megabytes(100))), 'tooLarge'],
    [
      'XML entities that expand to gigabytes (“billion laughs”)',
      () =>
        Buffer.from(
          `<?xml version="1.0"?><!DOCTYPE gpx [<!ENTITY a "ha">${Array.from(
            { length: 9 },
            (_, n) => `<!ENTITY ${'a'.repeat(n + 2)} "${`&${'a'.repeat(n + 1)};`.repeat(10)}">`,
          ).join('')}]><gpx>&aaaaaaaaaa;</gpx>`,
        ),
      'broken',
    ],
    ['deeply nested elements', () => filled(megabytes(20), '<a>'), 'broken'],
    ['20 MB of text', () => around(filled(megabytes(19), 'a')), 'noActivity'],
    ['20 MB of one attribute', () => around(filled(megabytes(19), 'a'), '<gpx a="', '"/>'), 'noActivity'],
    [
      'a message with a field of size 0',
      () => fitOf(Buffer.concat([definition(20, [[0, 0, 0]]), Buffer.alloc(9)])),
      'broken',
    ],
    [
      '20 MB of one-byte messages',
      () => fitOf(Buffer.concat([definition(20, [[3, 1, 2]]), Buffer.alloc(megabytes(19))])),
      'tooLarge',
    ],
    ['20 MB of definitions', () => fitOf(Buffer.alloc(megabytes(19), definition(20, [[3, 1, 2]]))), 'broken'],
  ])('rejects %s without blocking the server', async (_, make, reason) => {
    const bytes = make();
    let last = workTime();
    let longest = 0;
    const beat = setInterval(() => {
      longest = Math.max(longest, workTime() - last);
      last = workTime();
    }, 10);
    await expect(readInThread({ name: 'file', bytes }, now)).rejects.toMatchObject({ reason });
    clearInterval(beat);
    expect(longest).toBeLessThan(1000);
  });

  it.each([
    ['time', { computing: 1, memory: 256 }],
    ['memory', { computing: 20_000, memory: 4 }],
  ])('is stopped when it exceeds its %s limit, and the file is rejected', async (_, limits) => {
    const file = { name: 'file', bytes: around(filled(megabytes(10), '<a/>'), '<gpx>', '</gpx>') };
    await expect(readInThread(file, now, limits)).rejects.toMatchObject({ reason: 'tooLarge' });
  });

  it('can read a file of more than 14 MB within its memory limit', async () => {
    const points = Array.from({ length: 180_000 }, (_, second) => {
      const time = new Date(Date.parse('2026-11-15T00:00:00Z') + second * 1000).toISOString();
      return `<trkpt lat="${(50 + second * 1e-5).toFixed(6)}" lon="3.7"><ele>1</ele><time>${time}</time></trkpt>`;
    });
    const file = around(Buffer.from(points.join('\n')), '<gpx><trk><trkseg>', '</trkseg></trk></gpx>');
    expect(file.length).toBeGreaterThan(megabytes(14));
    const { workouts } = await readInThread({ name: 'file', bytes: file }, now);
    expect(workouts).toMatchObject([{ elapsedSeconds: 179_999 }]);
  });
});
