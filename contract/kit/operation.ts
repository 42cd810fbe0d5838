import type * as z from 'zod/mini';

/** One call of the API, as data. The server mounts it, the client calls it, the documents list it. */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the base path; `:name` marks a parameter. */
  path: string;
  /** One sentence for the API documents. */
  summary: string;
  /**
   * Who may call at all; finer rights are the domain's. A `participant` is signed in by their session, and so is
   * whoever looks after the platform: a `moderator` where people's words are concerned, an `organiser` everywhere.
   * `token`: a program, by a personal token in the header `Authorization`, and by no session.
   */
  access: 'public' | 'participant' | 'moderator' | 'organiser' | 'token';
  params?: z.core.$ZodType;
  query?: z.core.$ZodType;
  body?: z.core.$ZodType;
  /** Instead of a body: one file, in the part `file` of `multipart/form-data`. */
  file?: true;
  /** Status of success, 200 where not said. */
  status?: 200 | 201 | 204;
  /** Shape of the answer; none where nothing is sent back (204, redirects). */
  answer?: z.core.$ZodType;
  /** A GET that changes something is refused from other sites, as every other method is. */
  changesState?: true;
}

/** Keeps an operation's exact types. */
export const operation = <const Op extends Operation>(op: Op): Op => op;

type Parsed<Schema> = Schema extends z.core.$ZodType ? z.core.output<Schema> : undefined;
type Sent<Schema> = Schema extends z.core.$ZodType ? z.core.input<Schema> : undefined;

/** A file that somebody sends, by the name that it has there. */
export interface SentFile {
  name: string;
  bytes: Uint8Array;
}

/** What a handler receives: parsed and with defaults filled in. */
export interface Input<Op extends Operation> {
  params: Parsed<Op['params']>;
  query: Parsed<Op['query']>;
  body: Parsed<Op['body']>;
  /** Reads the file; until then nothing of it is in memory. */
  file: Op extends { file: true } ? () => Promise<SentFile> : undefined;
}

/** What a caller passes: only the parts that the operation has. */
export type CallInput<Op extends Operation> = {
  [Part in 'params' | 'query' | 'body' as Op[Part] extends z.core.$ZodType ? Part : never]: Sent<Op[Part]>;
};

/** What a caller gets back. */
export type Answer<Op extends Operation> = Parsed<Op['answer']>;
