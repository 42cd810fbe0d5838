import type { api } from '../../../../contract/api.ts';
import type { Context } from '../../../context.ts';
import type { Handlers } from '../../../kit/mount.ts';
import { receiveFile } from './file-receipt.ts';
import type { ReadingTurns } from './reading-limit.ts';

export const workoutFileRoutes = (turns: ReadingTurns): Handlers<Context, typeof api.workoutFiles> => ({
  receive: async ({ db, iris, person, timeZone, now }, { query, file }) => {
    const isToBeSaved = query.save === 'true';
    const only = query.only === undefined ? undefined : new Set(query.only.split(','));
    const receipt = { personId: person.id, timeZone, isToBeSaved, only, sport: query.sport };
    // Take a turn only after the whole file has arrived, so that slow uploads do not block other people.
    const sent = await file();
    return turns.take(person.id, () => receiveFile(db, iris, sent, receipt, now));
  },
});
