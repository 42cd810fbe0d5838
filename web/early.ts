import { ranking, screen } from './kit/early-calls.ts';
import { session } from './kit/page.ts';

// This script runs before the others have loaded. It makes the first calls, and starts to load files that the
// other scripts would request only later.
const unlessItFails = (files: Promise<unknown>) => files.catch(() => undefined);
if (session === 'signed-in') {
  unlessItFails(import('./layout/signed-in-layout.tsx'));
  if (ranking.test(screen)) unlessItFails(import('./rankings/challenge-ranking-screen.tsx'));
} else unlessItFails(import('./sign-in/sign-in-screen.tsx'));
