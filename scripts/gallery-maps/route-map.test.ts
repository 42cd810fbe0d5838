import { describe, expect, it } from 'vitest';
import { assembledMap, type RouteMap } from '../../server/challenges/maps/assembled-map.ts';
import { lengthOfRoute } from './route-line.ts';
import { type Tour, tourParts } from './route-map.ts';
import { tourOfBelgium, tourOfEurope, tourOfTheWorld } from './tours.ts';

const tours = Object.entries({ tourOfEurope, tourOfTheWorld, tourOfBelgium }).map(
  ([name, tour]): [string, Tour, RouteMap] => [name, tour, assembledMap(name, tourParts(tour))],
);

const svgOf = (map: RouteMap) =>
  [
    map.defs,
    map.baseMap,
    ...map.dynamicPathDefinitions.map(({ svg }) => svg),
    ...map.progressMarkerDefinitions.map(({ svg }) => svg),
  ].join('');

const tagsOf = (svg: string) =>
  [...svg.matchAll(/<(\/?)([\w:]+)((?:\s+[\w-]+="[^"<]*")*)\s*(\/?)>/g)].map(
    ([, closing, name = '', attributes = '', empty]) => ({
      name,
      kind: closing ? 'end' : empty ? 'empty' : 'start',
      attributes: [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => ({
        key,
        value,
      })),
    }),
  );

describe.each(tours)('the map "%s"', (_, tour, map) => {
  const svg = svgOf(map);
  const tags = tagsOf(svg);

  it('has a view box with the size of its region', () => {
    expect(map.viewBox.split(' ').map(Number)).toEqual([0, 0, tour.region.width, tour.region.height]);
  });

  it('has the route as one closed path', () => {
    const paths = map.dynamicPathDefinitions.flatMap((path) =>
      tagsOf(path.svg).filter(({ name }) => name === 'path'),
    );
    expect(paths).toHaveLength(1);
    const path = paths[0]?.attributes.find(({ key }) => key === 'd')?.value ?? '';
    const [start, ...others] = path.match(/-?[\d.]+ -?[\d.]+/g) ?? [];
    expect(others).toHaveLength(3 * (tour.stations.length - 1));
    expect(others.at(-1)).toBe(start);
    expect(path.match(/M/g)).toHaveLength(1);
  });

  it('is well-formed SVG with only harmless elements and attributes', () => {
    expect(tags.map(({ name }) => name)).toHaveLength(svg.split('<').length - 1);
    const open: string[] = [];
    for (const { name, kind } of tags) {
      if (kind === 'start') open.push(name);
      if (kind === 'end') expect(open.pop()).toBe(name);
    }
    expect(open).toEqual([]);
    const elements = ['circle', 'desc', 'g', 'path', 'rect', 'text', 'title', 'tspan'];
    expect([...new Set(tags.map(({ name }) => name))].sort()).toEqual(elements);
    for (const { key, value } of tags.flatMap(({ attributes }) => attributes)) {
      expect(key).not.toMatch(/^(style|href|on.*)$/);
      expect(value).not.toMatch(/url\(|:\/\/|NaN|undefined|Infinity/);
    }
  });

  it('has path data that every browser can parse', () => {
    const paths = tags.flatMap(({ attributes }) => attributes.filter(({ key }) => key === 'd'));
    for (const { value } of paths) {
      expect(value).toMatch(/^M[MlhvC\d. z-]+$/);
      expect(value).not.toMatch(/[MlhvC][MlhvCz]|[MlhvC-]$/);
    }
  });

  it('is small enough for a mobile connection', () => {
    expect(Buffer.byteLength(JSON.stringify(map))).toBeLessThan(120_000);
  });

  it('keeps every station name within its edges', () => {
    const [, , width = 0, height = 0] = map.viewBox.split(' ').map(Number);
    const size = Number(/font-size="(\d+)"/.exec(map.baseMap)?.[1]);
    const names = new Set<string>();
    const labels =
      /<text [^>]*y="([\d.]+)" text-anchor="(\w+)">((?:<tspan x="[\d.]+" dx="[-\d.]+em" dy="[-\d.]+em">[^<]+<\/tspan>)+)/g;
    for (const [, top, anchor = '', lines = ''] of map.baseMap.matchAll(labels)) {
      let baseline = Number(top);
      const found = [...lines.matchAll(/x="([\d.]+)" dx="([-\d.]+)em" dy="([-\d.]+)em">([^<]+)/g)];
      for (const [, x, dx, dy, line = ''] of found) {
        baseline += Number(dy) * size;
        const long = line.length * 0.56 * size;
        const left = Number(x) + Number(dx) * size - ({ middle: long / 2, end: long }[anchor] ?? 0);
        expect(left).toBeGreaterThan(0);
        expect(left + long).toBeLessThan(width);
        expect(baseline).toBeGreaterThan(size);
        expect(baseline).toBeLessThan(height);
      }
      names.add(found.map(([, , , , line]) => line).join(' · '));
    }
    expect(names).toEqual(new Set(tour.stations.map(({ name }) => name)));
  });

  it('has a description for screen readers that lists the stations in order', () => {
    expect(map.defs).toContain(`<desc>${tour.stations.map(({ name }) => name).join(' – ')}</desc>`);
  });

  it('has a position marker until the route is completed, and then a finish marker', () => {
    const shownAt = (percentage: number) =>
      map.progressMarkerDefinitions
        .filter(({ percentageRanges }) =>
          percentageRanges.some(({ min, max }) => min <= percentage && percentage <= max),
        )
        .map(({ name }) => name);
    expect(shownAt(0)).toEqual(['position']);
    expect(shownAt(60)).toContain('position');
    expect(shownAt(99.99)).toContain('position');
    expect(shownAt(100)).toEqual(['finish']);
  });
});

it('escapes the names on a map', () => {
  const [first, second] = tourOfBelgium.stations;
  const stations = [first, second].flatMap((station) =>
    station ? [{ ...station, name: `<b>"Q" & A</b>${station.name}` }] : [],
  );
  const svg = svgOf(assembledMap('<script>', tourParts({ ...tourOfBelgium, stations })));
  expect(svg).toContain('&lt;b&gt;&quot;Q&quot; &amp; A&lt;/b&gt;Brugge');
  expect(svg).not.toMatch(/<b>|<script>/);
});

it('throws if the home country of a tour does not exist', () => {
  expect(() => tourParts({ ...tourOfBelgium, home: 'Atlantis' })).toThrow('Atlantis');
});

it('measures the length of a route in straight lines between stations', () => {
  const [brussels, london] = tourOfEurope.stations;
  if (!brussels || !london) throw new Error('the tour has too few stations');
  // The haversine formula gives 320.5 km between the two cities, independently of d3.
  expect(lengthOfRoute([brussels, london])).toBeCloseTo(320, -1);
  expect(lengthOfRoute([brussels, london, brussels])).toBeCloseTo(2 * lengthOfRoute([brussels, london]), 6);
});
