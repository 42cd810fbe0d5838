import type { FastifyInstance } from 'fastify';
import { ProblemError } from './problem-error.ts';

/**
 * The maximum depth of a body. Our own calls need seven levels, but apps that send workouts may nest fields that we
 * ignore.
 */
const mostLevels = 32;

/** Makes an app parse JSON and JSON-LD. Bodies that are nested too deeply are refused before parsing. */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  const types = ['application/json', 'application/ld+json'];
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>(types, { parseAs: 'string' }, (request, body, done) => {
    if (isDeeper(body, mostLevels)) return done(new ProblemError(400, 'tooDeep'));
    parse(request, body, done);
  });
}

/**
 * Returns whether a JSON text is nested more deeply than `levels`; stops reading at the first level beyond the limit.
 */
export function isDeeper(text: string, levels: number): boolean {
  let level = 0;
  let isInString = false;
  for (let place = 0; place < text.length; place += 1) {
    const sign = text[place];
    if (isInString && sign === '\\') place += 1;
    else if (sign === '"') isInString = !isInString;
    else if (!isInString && (sign === '[' || sign === '{')) {
      level += 1;
      if (level > levels) return true;
    } else if (!isInString && (sign === ']' || sign === '}')) level -= 1;
  }
  return false;
}
