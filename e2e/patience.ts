// Multiplies the server's time limits for the database. Browsers, servers and databases share a busy machine here, and a
// slow database must not look like a failed one. Tests of outages use the real limits.
import { databaseLimits } from '../server/db/database-limits.ts';

for (const limit of ['request', 'turn', 'page', 'lock', 'statement'] as const) databaseLimits[limit] *= 5;
