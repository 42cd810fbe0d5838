import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { galleryFile } from './gallery.ts';

it('draws the maps that the server reads', () => {
  const isUpToDate = readFileSync('server/challenges/maps/gallery.json', 'utf8') === galleryFile();
  // Texts of 200 kB would not be readable in a report.
  expect(isUpToDate, 'gallery.json is outdated: run `npm run make-maps`').toBe(true);
});
