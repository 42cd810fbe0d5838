import { tracingChannel } from 'node:diagnostics_channel';

/** A statement that is sent to the database, without its values. */
export interface Statement {
  text: string;
}

/** The tracing channel for the beginning and the end of statements. Without subscribers, it costs nothing. */
export const statements = tracingChannel<'challenge:statement', Statement>('challenge:statement');
