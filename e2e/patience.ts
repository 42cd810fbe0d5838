// Lengthens the server's limits on waiting for the database. A browser, servers and databases share a busy machine
// here, and a journey must not meet the answers of a server whose database fails. Tests of outages use the real limits.
import { databaseLimits } from '../server/db/database-limits.ts';

for (const limit of ['request', 'turn', 'page', 'lock', 'statement'] as const) databaseLimits[limit] *= 10;
