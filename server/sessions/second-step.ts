import type { FastifyRequest } from 'fastify';
import type { Temporal } from 'temporal-polyfill';
import type { NextStep } from '../../contract/second-factor.ts';
import type { Db } from '../db/db.ts';
import { ProblemError } from '../kit/problem-error.ts';
import { findPerson } from '../people/person.ts';
import { hasSecondFactor, isSecondFactorDue, mustKnowCode, type SecondFactorMeans } from './second-factor.ts';
import { keepBriefly, type SignedIn, startSession } from './session.ts';

declare module 'fastify' {
  interface Session {
    /** Who has proven all but the code of their app. */
    secondStep?: SignedIn & { until: string; returnTo: string };
  }
}

/** Time to fetch the phone. Who stays away longer may have left the browser to others. */
const waitingMinutes = 15;

/**
 * Signs in who has proven who they are, or lets them wait for their code, by whichever way they came; says what is next,
 * if anything. `returnTo` is where to be afterwards.
 */
export async function enter(
  db: Db,
  request: FastifyRequest,
  person: SignedIn,
  returnTo: string,
  now: Temporal.Instant,
): Promise<NextStep | undefined> {
  if (await hasSecondFactor(db, person.id)) {
    keepBriefly(request);
    const until = now.add({ minutes: waitingMinutes }).toString();
    request.session.secondStep = { ...person, until, returnTo };
    return 'code';
  }
  await startSession(request, person);
  const known = await findPerson(db, person.id);
  return known && (await isSecondFactorDue(db, known)) ? 'enrol' : undefined;
}

/**
 * Signs in who waits for their code in this browser. Throws 401 where nobody does, or waited too long; 422 for a code
 * that is wrong or was taken before; 429 after too many of them.
 */
export async function passSecondStep(
  db: Db,
  means: SecondFactorMeans,
  request: FastifyRequest,
  code: string,
  now: Temporal.Instant,
): Promise<SignedIn & { returnTo: string }> {
  const { secondStep } = request.session;
  if (!secondStep || now.epochMilliseconds > Date.parse(secondStep.until))
    throw new ProblemError(401, 'secondStepOver');
  await mustKnowCode(db, means, secondStep.id, code, now);
  await startSession(request, secondStep);
  return secondStep;
}
