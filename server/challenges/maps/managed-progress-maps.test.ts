import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as managed from '../../../contract/managed/progress-maps.ts';
import * as progressMaps from '../../../contract/progress-maps.ts';
import { addChallenge } from '../../testing/challenges.ts';
import { type Browser, type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;
let organiser: Browser;
let participant: Browser;

beforeAll(async () => {
  app = await testApp();
  organiser = await app.organiser();
  participant = await app.participant();
});
afterAll(() => app.close());

const shown = (id: number) => participant.call(progressMaps.one, { params: { id } });
const station = (name: string, percentage: number) => ({ name, percentage, rank: 1 as const });

/** A drawing as drawing programs export it, with everything that sanitising must remove. */
const drawing = `<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 200 100" onload="attack()">
  <style>.way { fill: none; stroke: #123456 }</style>
  <script>attack()</script>
  <foreignObject><body xmlns="http://www.w3.org/1999/xhtml">attack</body></foreignObject>
  <image href="https://elsewhere.example/spy.png"/>
  <rect x="0" y="0" width="200" height="100" fill="url(https://elsewhere.example/spy)" onclick="attack()"/>
  <g transform="translate(20 0) scale(2)"><polyline id="river" class="way" points="0,10 40,10 40,40"/></g>
  <path style="fill:#abcdef" d="M0 0h1v1h-1z"/>
</svg>`;

describe('the map gallery', () => {
  it('has maps of the world, Europe, Belgium, the coast and a climb, with stations in order', async () => {
    const { 'hydra:member': maps } = await organiser.call(managed.gallery, {});
    expect(maps.map(({ id }) => id)).toEqual(['world', 'europe', 'belgium', 'coast', 'climb']);
    for (const { stations } of maps) {
      const places = stations.map(({ percentage }) => percentage);
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      expect([places[0], places.at(-1)]).toEqual([0, 100]);
    }
    const french = await organiser.send({
      method: 'GET',
      url: managed.gallery.path,
      headers: { 'accept-language': 'fr' },
    });
    expect(french.body).toContain('Le long de la côte belge');
  });

  it('returns each map as an SVG picture', async () => {
    for (const tour of managed.tours) {
      const url = managed.picture.path.replace(':tour', tour);
      const response = await organiser.send({ method: 'GET', url });
      expect(response.headers['content-type']).toContain('image/svg+xml');
      expect(response.body).toMatch(/^<svg .*<\/svg>$/s);
      const headers = { 'accept-encoding': 'gzip' };
      const packed = await organiser.send({ method: 'GET', url, headers });
      expect(gunzipSync(packed.rawPayload).toString()).toBe(response.body);
      expect(response.body).not.toMatch(/NaN|undefined/);
    }
  });

  it('can be used to add a map, which participants see with the names of its stations', async () => {
    const { id, origin } = await organiser.call(managed.create, {
      body: { name: 'To the sea', tour: 'coast' },
    });
    expect(origin).toBe('gallery');
    const map = await shown(id);
    expect(map).toMatchObject({ name: 'To the sea', viewBox: '0 0 1000 640' });
    expect(map.stations.map(({ name }) => name)).toContain('Oostende');
    expect(map.baseMap).toContain('Blankenberge');
  });
});

describe('an uploaded drawing', () => {
  it('is returned with the lines that could be the route, in map units', async () => {
    const read = await organiser.call(managed.lines, { body: { drawing } });
    expect(read.viewBox).toBe('0 0 1000 500');
    // The frame is longer than the river, but comes second because it is closed.
    expect(read.lines.map(({ id, kind, isOpen, length }) => ({ id, kind, isOpen, length }))).toEqual([
      { id: 'river', kind: 'polyline', isOpen: true, length: 70 },
      { id: null, kind: 'rect', isOpen: false, length: 300 },
    ]);
    // The group is moved 20 units to the right and scaled by two, and a unit of the drawing is five map units.
    expect(read.lines[0]?.path).toBe('M100 100L500 100 500 400');
  });

  it('becomes a sanitised map with the chosen line as its route and stations along the route', async () => {
    const read = await organiser.call(managed.lines, { body: { drawing } });
    const river = read.lines.find(({ id }) => id === 'river');
    const stations = [station('Mouth', 100), station('Spring & <b>well</b>', 0)];
    const body = { name: 'The river', drawing, line: river?.line, stations };
    const made = await organiser.call(managed.create, { body });
    expect(made).toMatchObject({ origin: 'file', stations: [stations[1], stations[0]] });
    const map = await shown(made.id);
    const text = map.defs + map.baseMap + JSON.stringify(map.dynamicPathDefinitions);
    expect(text).not.toMatch(/attack|elsewhere|<script|foreignObject|onload|onclick|<b>/);
    expect(map.dynamicPathDefinitions[0]?.svg).toContain('d="M100 100L500 100 500 400"');
    expect(map.baseMap).toContain('Spring &amp; &lt;b&gt;well&lt;/b&gt;');
    expect(map.baseMap).toContain('fill="#abcdef"');
    expect(map.baseMap).not.toContain('<polyline');
  });

  it.each([
    ['plain text', 'a text', 'drawing.unreadable'],
    ['an HTML page', '<!doctype html><html><body>hello</body></html>', 'drawing.unreadable'],
    ['a damaged SVG', drawing.slice(0, 200), 'drawing.unreadable'],
    [
      'an SVG with nested entities',
      `<!DOCTYPE svg [<!ENTITY a "b"><!ENTITY c "&a;&a;">]>${drawing}`,
      'drawing.unreadable',
    ],
    [
      'an SVG without a size',
      '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h100"/></svg>',
      'drawing.noSize',
    ],
    [
      'an SVG without lines',
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M"/></svg>',
      'drawing.noLine',
    ],
    ['an SVG that is too large', `<svg>${' '.repeat(400_000)}</svg>`, 'drawing.tooLarge'],
    [
      'an SVG with too many elements',
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${'<g/>'.repeat(5001)}</svg>`,
      'drawing.tooManyParts',
    ],
  ])('is rejected with the reason if the file is %s', async (_, text, code) => {
    const problem = await organiser.refused(managed.lines, { body: { drawing: text } });
    expect(problem).toMatchObject({ status: 422, violations: [{ propertyPath: 'drawing', code }] });
  });

  it('needs a route that is one of its lines, and stations on that line', async () => {
    const wrongLine = { name: 'No route', drawing, line: 99 };
    expect(await organiser.refused(managed.create, { body: wrongLine })).toMatchObject({
      violations: [{ propertyPath: 'line', code: 'drawing.lineUnknown' }],
    });
    const beyond = { name: 'Too far', drawing, line: 1, stations: [station('Beyond', 101)] };
    expect(await organiser.refused(managed.create, { body: beyond })).toMatchObject({
      violations: [{ propertyPath: 'stations.0.percentage' }],
    });
  });
});

describe('a progress map', () => {
  it('can get a new name and new stations, unless another organiser changed the map first', async () => {
    const map = await organiser.call(managed.create, { body: { name: 'Hill', tour: 'climb' } });
    const params = { id: map.id };
    const body = {
      name: 'Our hill',
      stations: [station('Foot', 0), station('Top', 100)],
      version: map.version,
    };
    const changed = await organiser.call(managed.replace, { params, body });
    expect(changed).toMatchObject({ name: 'Our hill', stations: body.stations });
    const seen = await shown(map.id);
    expect(seen.baseMap).toContain('Foot');
    expect(seen.baseMap).not.toContain('Chalet Reynard');
    expect((await organiser.refused(managed.replace, { params, body })).status).toBe(409);
  });

  it('can be removed only if no challenge uses the map', async () => {
    const map = await organiser.call(managed.create, { body: { name: 'For nothing', tour: 'climb' } });
    const input = { params: { id: map.id }, query: { version: map.version } };
    const { db } = app.database;
    const challenge = await addChallenge(db, 'on-the-map', '2026-11-01', '2026-11-30');
    await db.updateTable('challenges').set({ progress_map_id: map.id }).where('id', '=', challenge).execute();
    expect((await organiser.refused(managed.remove, input)).status).toBe(409);
    await db.updateTable('challenges').set({ progress_map_id: null }).where('id', '=', challenge).execute();
    await organiser.call(managed.remove, input);
    expect((await participant.refused(progressMaps.one, { params: { id: map.id } })).status).toBe(404);
  });
});
