import type * as z from 'zod/mini';
import { managementRoles, type Role } from '../roles.ts';

/** Declares one call of the API. The server routes the call, the client sends it, and the API description lists it. */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path below the base path; `:name` marks a parameter. */
  path: string;
  /** The summary in the API description. */
  summary: string;
  /**
   * Who may make the call; the domain checks more specific rights. `participant` requires a session. `analyst`,
   * `moderator` and `organiser` require the session of a person with that role or of an organiser: analysts see the
   * statistics, moderators manage comments, organisers manage everything. `token` requires a personal token in the
   * header `Authorization`, without a session.
   */
  access: 'public' | Role | 'token';
  params?: z.core.$ZodType;
  query?: z.core.$ZodType;
  body?: z.core.$ZodType;
  /**
   * Whether the handler checks the items of the body one by one, so that an invalid item does not fail the
   * whole call.
   */
  checksItems?: true;
  /** Whether the call takes a file instead of a body, as the part `file` of `multipart/form-data`. */
  file?: true;
  /** The status on success; 200 by default. */
  status?: 200 | 201 | 204;
  /** The schema of the response body; undefined if the response has no body (204, redirects). */
  answer?: z.core.$ZodType;
  /** Marks a public call whose answer differs between people, so that proxies must not cache it. */
  differsByPerson?: true;
  /** Marks a GET call that changes state, so that calls from other sites are rejected, as with every other method. */
  changesState?: true;
}

/** Declares an operation and keeps its exact types. */
export const operation = <const Op extends Operation>(op: Op): Op => op;

/** Whether an operation is for people with a role in the organisers' app. */
export const isManaged = ({ access }: Pick<Operation, 'access'>): boolean =>
  managementRoles.some((role) => role === access);

type Parsed<Schema> = Schema extends z.core.$ZodType ? z.core.output<Schema> : undefined;
type Sent<Schema> = Schema extends z.core.$ZodType ? z.core.input<Schema> : undefined;

/** An uploaded file and its name. */
export interface SentFile {
  name: string;
  bytes: Uint8Array;
}

/** The input of a handler: parsed, with defaults filled in. */
export interface Input<Op extends Operation> {
  params: Parsed<Op['params']>;
  query: Parsed<Op['query']>;
  body: Parsed<Op['body']>;
  /** Reads the uploaded file into memory. */
  file: Op extends { file: true } ? () => Promise<SentFile> : undefined;
}

/** The input that a caller passes: only the parts that the operation declares. */
export type CallInput<Op extends Operation> = {
  [Part in 'params' | 'query' | 'body' as Op[Part] extends z.core.$ZodType ? Part : never]: Sent<Op[Part]>;
};

/** The parsed body of the response. */
export type Answer<Op extends Operation> = Parsed<Op['answer']>;
