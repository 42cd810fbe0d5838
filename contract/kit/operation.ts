import type * as z from 'zod/mini';

/** One call of the API, as data. The server mounts it, the client calls it, the documents list it. */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the base path; `:name` marks a parameter. */
  path: string;
  /** One sentence for the API documents. */
  summary: string;
  /**
   * Who may call; the domain checks finer rights. `participant`, `moderator` and `organiser` need a session of a person
   * with at least that role: moderators manage comments, organisers everything. `token`: a program with a personal
   * token in the header `Authorization`, without a session.
   */
  access: 'public' | 'participant' | 'moderator' | 'organiser' | 'token';
  params?: z.core.$ZodType;
  query?: z.core.$ZodType;
  body?: z.core.$ZodType;
  /** Instead of a body: one file, in the part `file` of `multipart/form-data`. */
  file?: true;
  /** The status on success; 200 by default. */
  status?: 200 | 201 | 204;
  /** The shape of the answer; undefined if there is no body (204, redirects). */
  answer?: z.core.$ZodType;
  /** Marks a GET that changes state: it is refused from other sites, like every other method. */
  changesState?: true;
}

/** Keeps an operation's exact types. */
export const operation = <const Op extends Operation>(op: Op): Op => op;

type Parsed<Schema> = Schema extends z.core.$ZodType ? z.core.output<Schema> : undefined;
type Sent<Schema> = Schema extends z.core.$ZodType ? z.core.input<Schema> : undefined;

/** An uploaded file, with the sender's name for it. */
export interface SentFile {
  name: string;
  bytes: Uint8Array;
}

/** What a handler receives: parsed, with defaults filled in. */
export interface Input<Op extends Operation> {
  params: Parsed<Op['params']>;
  query: Parsed<Op['query']>;
  body: Parsed<Op['body']>;
  /** Reads the file; nothing of it is in memory before. */
  file: Op extends { file: true } ? () => Promise<SentFile> : undefined;
}

/** What a caller passes: only the parts that the operation has. */
export type CallInput<Op extends Operation> = {
  [Part in 'params' | 'query' | 'body' as Op[Part] extends z.core.$ZodType ? Part : never]: Sent<Op[Part]>;
};

/** What a caller gets back. */
export type Answer<Op extends Operation> = Parsed<Op['answer']>;
