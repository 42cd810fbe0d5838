import { path, rankedChallenge } from './kit/early-calls.ts';
import { session } from './kit/page.ts';

/** The screens that people most often open or reload, by their address below the base path. */
const screens: Record<string, () => Promise<unknown>> = {
  'my-activities': () => import('./activities/my-activities-screen.tsx'),
  'my-activities/add': () => import('./activities/add-activity-screen.tsx'),
};

const load = rankedChallenge ? () => import('./rankings/challenge-ranking-screen.tsx') : screens[path];

// This script runs before the others have loaded. It makes the first calls, and starts to load files that the
// other scripts would request only later.
const first: (Promise<unknown> | undefined)[] =
  session === 'signed-in'
    ? [import('./layout/signed-in-layout.tsx'), load?.()]
    : [import('./sign-in/sign-in-screen.tsx')];
// React starts as soon as its file has loaded, rather than in one long task with all other libraries.
first.push(import('react-dom/client'));
// The app itself reports failures.
Promise.allSettled(first);
