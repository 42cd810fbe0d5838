import fc from 'fast-check';
import { fitFile, formWith, gpxFile, gzip, tcxFile, zip } from '../server/testing/workout-files.ts';
import { anything } from './edges.ts';

/** A request's body and its content type. */
interface Form {
  payload: Buffer;
  headers: Record<string, string>;
}

const run = { start: '2026-11-20T06:00:00Z', minutes: 30 };
const gpx = gpxFile(run);
const fit = fitFile([{ ...run, sport: 'running' }]);
const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
);
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const wholeFiles: [string, Buffer][] = [
  ['run.gpx', gpx],
  ['run.tcx', tcxFile(run)],
  ['run.fit', fit],
  ['run.gpx.gz', gzip(gpx)],
  ['runs.zip', zip({ 'a.gpx': gpx, 'b.fit': fit, '../c.txt': Buffer.from('x') })],
  ['logo.svg', svg],
  ['logo.png', png],
];

const oddFiles: [string, Buffer][] = [
  ['', gpx],
  ['..\\..\\\u202Egpx.exe', gpx],
  ['a'.repeat(500), gpx],
  ['empty.gpx', Buffer.alloc(0)],
  ['far.gpx', gpxFile({ start: '9999-12-31T23:00:00Z', minutes: 5 })],
  ['early.gpx', gpxFile({ start: '0001-01-01T00:00:00Z', minutes: 5 })],
  ['zone.gpx', gpxFile(run, { zone: '+23:59' })],
  ['named.gpx', gpxFile(run, { name: '&#xD800;&#0;<b>'.repeat(20), type: '\u202E'.repeat(300) })],
  ['untimed.gpx', gpxFile(run, { untimed: true })],
  ['entities.gpx', Buffer.from('<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><gpx>&b;</gpx>')],
  ['deep.gpx', Buffer.from(`<gpx>${'<a>'.repeat(20_000)}`)],
  ['no.zip', Buffer.from('PK\x03\x04broken')],
  ['nested.zip', zip({ 'a.zip': zip({ 'b.zip': zip({ 'c.gpx': gpx }) }) })],
  [
    'many.zip',
    zip(Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`${at}.gpx`, Buffer.from('x')]))),
  ],
  ['bomb.gz', gzip(Buffer.alloc(30 * 1024 * 1024))],
  ['wide.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1e9" height="1e9"/>')],
  ['script.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
];

/** Files that are truncated, or have some bytes changed. */
const damaged = fc
  .tuple(
    fc.constantFrom(...wholeFiles),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.nat(255),
    fc.boolean(),
  )
  .map(([[name, bytes], where, byte, isCut]): [string, Buffer] => {
    const at = Math.floor(where * (bytes.length - 1));
    if (isCut) return [name, bytes.subarray(0, at)];
    const changed = Buffer.from(bytes);
    changed[at] = byte;
    return [name, changed];
  });

/** Returns a multipart body whose only part has this header. */
function formWithHeader(header: string): Form {
  const boundary = 'boundary-of-the-test';
  return {
    payload: Buffer.concat([
      Buffer.from(`--${boundary}\r\n${header}\r\n\r\n`),
      gpx,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

const oddForms: Form[] = [
  { ...formWith('run.gpx', gpx), headers: { 'content-type': 'multipart/form-data' } },
  { ...formWith('run.gpx', gpx), headers: { 'content-type': 'multipart/form-data; boundary=other' } },
  { payload: formWith('run.gpx', gpx).payload.subarray(0, 300), headers: formWith('', gpx).headers },
  { payload: Buffer.alloc(0), headers: formWith('', gpx).headers },
  { payload: gpx, headers: { 'content-type': 'application/gpx+xml' } },
  { payload: Buffer.from('{"file":"x"}'), headers: { 'content-type': 'application/json' } },
  formWith('run.gpx', gpx, 'other'),
  formWith('run.gpx', gpx, '__proto__'),
  formWithHeader('Content-Disposition: form-data; name="file"'),
  formWithHeader('Content-Disposition: form-data; name="file"; filename='),
  formWithHeader(`Content-Disposition: form-data; name="file"; filename*=UTF-8''%E0%A4%A`),
  formWithHeader('Content-Disposition: attachment'),
  formWithHeader('X: y'),
  formWithHeader(''),
];

/** Forms with one file, for operations that accept a file. */
export const forms: fc.Arbitrary<Form> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...wholeFiles).map(([name, bytes]) => formWith(name, bytes)) },
  { weight: 3, arbitrary: damaged.map(([name, bytes]) => formWith(name, bytes)) },
  { weight: 3, arbitrary: fc.constantFrom(...oddFiles).map(([name, bytes]) => formWith(name, bytes)) },
  { weight: 3, arbitrary: fc.constantFrom(...oddForms) },
  {
    weight: 1,
    arbitrary: anything.map((value) => formWith('run.gpx', Buffer.from(JSON.stringify(value) ?? ''))),
  },
);
