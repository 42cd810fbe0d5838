import { parentPort } from 'node:worker_threads';
import type { PackDocument } from './pack.ts';
import { drawPack } from './pdf-pages.ts';

parentPort?.on('message', async (pack: PackDocument) => parentPort?.postMessage(await drawPack(pack)));
