import type { FastifyRequest } from 'fastify';
import type { Db } from '../../db/db.ts';
import type { Iris } from '../../kit/iris.ts';
import { findPerson } from '../../people/person.ts';
import { isSecondFactorDue } from '../second-factor/second-factor.ts';
import { mayManage } from './access.ts';

/**
 * Returns which app's page to send for an address. Below the address of the organisers' app, only people who may use
 * that app get it. Other people, and people who must set up two-factor authentication first, get the participants' app
 * with 403. Signed-out people get the sign-in page of the participants' app, as at any other address.
 */
export async function pageFor(
  db: Db,
  iris: Iris,
  request: FastifyRequest,
): Promise<{ app: 'web' | 'management'; status: 200 | 403 }> {
  const { personId } = request.session;
  const person =
    isOfManagement(iris, request) && personId !== undefined ? await findPerson(db, personId) : undefined;
  if (!person) return { app: 'web', status: 200 };
  const isOpen = mayManage(person) && !(await isSecondFactorDue(db, person));
  return isOpen ? { app: 'management', status: 200 } : { app: 'web', status: 403 };
}

/** Returns whether an address belongs to the organisers' app. */
export function isOfManagement(iris: Iris, request: FastifyRequest): boolean {
  const [path = ''] = request.url.split('?', 1);
  return path === iris.of('/dashboard') || path.startsWith(iris.of('/dashboard/'));
}
