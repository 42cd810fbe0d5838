import { readFileSync, writeFileSync } from 'node:fs';
import { taggedTests } from './test-tags.ts';

/** The file from which the works-council pack reads the tests of each claim. */
const file = 'server/overview/works-council-pack/proofs.json';

/** Returns the tests of each claim, as their tags say, in the format of the pack's file. */
export function proofsInTests(): Record<string, { file: string; title: string }[]> {
  const proofs: Record<string, { file: string; title: string }[]> = {};
  for (const { kind, id, file: path, title } of taggedTests()) {
    if (kind !== 'claim') continue;
    proofs[id] = [...(proofs[id] ?? []), { file: path, title: title.replace(/\$\{[^}]*\}/g, '…') }];
  }
  return Object.fromEntries(Object.entries(proofs).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Returns the tests of each claim that the pack shows. */
export const proofsInPack = (): object => JSON.parse(readFileSync(file, 'utf8'));

if (import.meta.main) writeFileSync(file, `${JSON.stringify(proofsInTests(), null, 2)}\n`);
