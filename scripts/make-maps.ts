// Draws the maps of the gallery and writes them to the file that the server reads.
import { writeFileSync } from 'node:fs';
import { galleryFile } from './gallery-maps/gallery.ts';

writeFileSync('server/challenges/maps/gallery.json', galleryFile());
