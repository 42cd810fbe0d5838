import { api } from '../contract/api.ts';
import type { Operation } from '../contract/kit/operation.ts';
import { addresses } from './addresses.ts';
import { type Target, targetOf } from './attack.ts';

export const targets: Target[] = [
  ...Object.entries(api).flatMap(([domain, calls]) =>
    Object.entries(calls).map(([name, op]) => targetOf(`${domain}.${name}`, op as Operation)),
  ),
  ...addresses,
];
