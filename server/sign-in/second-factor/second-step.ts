import type { NextStep } from '../../../contract/second-factor.ts';
import type { Context } from '../../context.ts';
import { visitOf } from '../../kit/client-info.ts';
import { ProblemError } from '../../kit/problem-error.ts';
import { logSecurityEvent } from '../../management/security-log/security-log.ts';
import { findPerson } from '../../people/person.ts';
import { browserIdFor } from '../attempt-limits/known-browser.ts';
import { shortenAnonymousSession, startSession } from '../sessions/session.ts';
import type { SignedIn } from '../sessions/signed-in.ts';
import {
  hasSecondFactor,
  isCode,
  isSecondFactorDue,
  type SecondFactorDependencies,
  wrongCode,
} from './second-factor.ts';

declare module 'fastify' {
  interface Session {
    /** A pending sign-in that only lacks the two-factor code. */
    secondStep?: SignedIn & { until: string; returnTo: string };
  }
}

/** The time limit for fetching a phone. After that, somebody else may be using the browser. */
const waitingMinutes = 15;

/**
 * Signs in a person who has entered the right password or signed in with an identity provider, or waits for
 * their code if they have a second factor. Returns the next step, if any. `returnTo` is the page to show
 * afterwards.
 */
export async function signInOrRequireCode(
  { db, request, now }: Pick<Context, 'db' | 'request' | 'now'>,
  person: SignedIn,
  method: 'password' | 'provider',
  returnTo: string,
): Promise<NextStep | undefined> {
  if (await hasSecondFactor(db, person.id)) {
    shortenAnonymousSession(request);
    const until = now.add({ minutes: waitingMinutes }).toString();
    request.session.secondStep = { ...person, until, returnTo };
    return 'code';
  }
  await startSession(request, person, now);
  await logSecurityEvent(
    db,
    { kind: 'signed-in', detail: method, personId: person.id },
    visitOf(request),
    now,
  );
  const known = await findPerson(db, person.id);
  return known && (await isSecondFactorDue(db, known)) ? 'enrol' : undefined;
}

/**
 * Completes this browser's pending sign-in with a code. Throws 401 if no sign-in is pending or it has expired; 422 for
 * a wrong or used code; 429 after too many wrong codes.
 */
export async function passSecondStep(
  { db, request, now }: Pick<Context, 'db' | 'request' | 'now'>,
  means: SecondFactorDependencies,
  code: string,
): Promise<SignedIn & { returnTo: string }> {
  const { secondStep } = request.session;
  if (!secondStep || now.epochMilliseconds > Date.parse(secondStep.until))
    throw new ProblemError(401, 'secondStepOver');
  const known = request.server.knownBrowsers.read(request);
  const by = { address: request.ip, browser: browserIdFor(known, secondStep) };
  const log = (kind: 'signed-in' | 'sign-in-failed') =>
    logSecurityEvent(db, { kind, detail: 'code', personId: secondStep.id }, visitOf(request), now);
  const account = String(secondStep.id);
  await means.steps.begin(account, by);
  if (!(await isCode(db, means, secondStep.id, code, now))) {
    await means.steps.failed(account, by);
    await log('sign-in-failed');
    throw wrongCode();
  }
  await means.steps.forget(account, by);
  await startSession(request, secondStep, now);
  await log('signed-in');
  return secondStep;
}
