import './kit/early-calls.ts';
import { session } from './kit/page.ts';

// This script runs before the others have loaded. It makes the first calls, and starts to load files that the
// other scripts would request only later.
if (session === 'signed-in') import('./layout/signed-in-layout.tsx').catch(() => undefined);
else import('./sign-in/sign-in-screen.tsx').catch(() => undefined);
