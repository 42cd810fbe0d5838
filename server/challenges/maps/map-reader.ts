import { ProblemError } from '../../kit/problem-error.ts';
import { ThreadLimit, ThreadPool } from '../../kit/thread-pool.ts';
import type { MapParts, RouteMap } from './assembled-map.ts';
import type { Drawing } from './drawing-cleaning.ts';
import type { MapOutcome, MapTask } from './map-worker.ts';

/** The threads that read drawings and assemble maps. Reading the largest accepted drawing takes two seconds. */
const reading = new ThreadPool<MapTask, MapOutcome>(new URL('./map-worker.ts', import.meta.url), {
  threads: 1,
  computing: 30_000,
  memory: 512,
  waiting: 20,
});

/** Runs `drawingOf` in a worker thread. Throws 422 on `drawing` if the drawing is invalid or takes too long to read. */
export async function readDrawing(svg: string, line?: number): Promise<Drawing> {
  const outcome = await outcomeOf({ kind: 'drawing', svg, line });
  if ('drawing' in outcome) return outcome.drawing;
  throw new Error('the thread returned no drawing');
}

/**
 * Assembles a map from its parts and sanitises its SVG in a worker thread. Throws 422 on `drawing` if the map is too
 * complex.
 */
export async function cleanMap(name: string, parts: MapParts): Promise<RouteMap> {
  const outcome = await outcomeOf({ kind: 'map', name, parts });
  if ('map' in outcome) return outcome.map;
  throw new Error('the thread returned no map');
}

async function outcomeOf(task: MapTask): Promise<Exclude<MapOutcome, { complaints: unknown }>> {
  const outcome = await reading.run(task).catch((failure): MapOutcome => {
    if (!(failure instanceof ThreadLimit)) throw failure;
    return { complaints: [{ propertyPath: 'drawing', key: 'drawing.tooComplex' }] };
  });
  if ('complaints' in outcome) throw new ProblemError(422, 'violations', outcome.complaints);
  return outcome;
}
