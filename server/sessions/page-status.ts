import type { FastifyRequest } from 'fastify';
import type { Db } from '../db/db.ts';
import type { Iris } from '../kit/iris.ts';
import { findPerson } from '../people/person.ts';
import { mayManage } from './access.ts';

/**
 * The status that the app's page is sent with: 403 at the address of the management module for whoever is
 * signed in and may not use it. Signed out, there is the question to sign in, as at any other address.
 */
export async function pageStatus(db: Db, iris: Iris, request: FastifyRequest): Promise<200 | 403> {
  const [path = ''] = request.url.split('?', 1);
  const { personId } = request.session;
  if (path.replace(/\/+$/, '') !== iris.of('/dashboard') || personId === undefined) return 200;
  const person = await findPerson(db, personId);
  return !person || mayManage(person) ? 200 : 403;
}
