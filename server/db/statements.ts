import { tracingChannel } from 'node:diagnostics_channel';

/** A statement that is sent to the database, without its values. */
export interface Statement {
  text: string;
}

/** Tells those who trace statements that one begins or ends. Without them, it costs nothing. */
export const statements = tracingChannel<'challenge:statement', Statement>('challenge:statement');
