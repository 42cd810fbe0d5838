import './kit/early-calls.ts';
import { session } from './kit/page.ts';

// This script runs before the others have arrived. It makes the first calls, and starts to load the files that the other
// scripts would find out about later.
if (session === 'signed-in') import('./layout/signed-in-layout.tsx').catch(() => undefined);
