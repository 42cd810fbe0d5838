import { parentPort } from 'node:worker_threads';
import { type Cleaners, loadCleaners, UnstableMarkup } from '../../kit/markup-cleaners.ts';
import { type Complaint, ProblemError } from '../../kit/problem-error.ts';
import { assembledMap, type MapParts, type RouteMap } from './assembled-map.ts';
import { type Drawing, drawingOf } from './drawing-cleaning.ts';

/** The input of a worker thread: a drawing to read, or the parts of a map to assemble. */
export type MapTask =
  | { kind: 'drawing'; svg: string; line: number | undefined }
  | { kind: 'map'; name: string; parts: MapParts };

/** The output of a worker thread. */
export type MapOutcome = { drawing: Drawing } | { map: RouteMap } | { complaints: Complaint[] };

const cleaners = loadCleaners();

/** Sanitises all SVG in a map. */
function cleanMap(map: RouteMap, { svg: clean }: Cleaners): RouteMap {
  const drawn = <Part extends { svg: string }>(parts: Part[]) =>
    parts.map((part) => ({ ...part, svg: clean(part.svg) }));
  return {
    ...map,
    defs: clean(map.defs),
    baseMap: clean(map.baseMap),
    dynamicPathDefinitions: drawn(map.dynamicPathDefinitions),
    progressMarkerDefinitions: drawn(map.progressMarkerDefinitions),
  };
}

async function outcomeOf(task: MapTask): Promise<MapOutcome> {
  try {
    return task.kind === 'drawing'
      ? { drawing: await drawingOf(task.svg, task.line, await cleaners) }
      : { map: cleanMap(assembledMap(task.name, task.parts), await cleaners) };
  } catch (failure) {
    if (failure instanceof ProblemError) return { complaints: failure.complaints };
    if (!(failure instanceof UnstableMarkup || failure instanceof RangeError)) throw failure;
    return { complaints: [{ propertyPath: 'drawing', key: 'drawing.tooComplex' }] };
  }
}

parentPort?.on('message', async (task: MapTask) => parentPort?.postMessage(await outcomeOf(task)));
