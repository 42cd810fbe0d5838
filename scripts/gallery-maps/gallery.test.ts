import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { galleryFile } from './gallery.ts';

it('the gallery file that the server reads is up to date', () => {
  const isUpToDate = readFileSync('server/challenges/maps/gallery.json', 'utf8') === galleryFile();
  // Texts of 200 kB would not be readable in a report.
  expect(isUpToDate, 'gallery.json is outdated: run `npm run make-maps`').toBe(true);
});
