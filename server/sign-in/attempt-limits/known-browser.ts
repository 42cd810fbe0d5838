import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { encryptorOf } from '../../db/encryption.ts';
import { type CookieSettings, cookieFlags, cookieName } from '../sessions/cookie-settings.ts';
import type { SignedIn } from '../sessions/signed-in.ts';

/** A browser that a person has signed in with. */
export interface KnownBrowser {
  personId: number;
  /**
   * The person's session epoch. A browser stays known until all of the person's sessions are ended, for example by a
   * password reset.
   */
  epoch: number;
  id: string;
}

/**
 * Reads and sets the cookie by which an account recognises a known browser. The cookie outlives sessions, is encrypted,
 * and is valid for one account only.
 */
export interface KnownBrowsers {
  /** Returns the browser that sent a request, if it is known for any account. */
  read(request: FastifyRequest): KnownBrowser | undefined;
  /** Makes this a known browser of the account. */
  remember(reply: FastifyReply, person: SignedIn): void;
}

const place = 'known browser';
const contents = z.object({ personId: z.int(), epoch: z.int(), id: z.string() });

/**
 * How long a browser stays known, in seconds. People who have not signed in for longer are unlikely targets of a
 * lock-out.
 */
const halfAYear = 182 * 24 * 60 * 60;

export function knownBrowsers(settings: CookieSettings & { secret: string }): KnownBrowsers {
  const encryptor = encryptorOf(settings.secret);
  const name = cookieName('known-browser', settings);
  return {
    read: ({ cookies }) => {
      const encrypted = cookies[name];
      if (!encrypted) return undefined;
      try {
        return contents.parse(JSON.parse(encryptor.decrypt(place, encrypted)));
      } catch {
        // The cookie is forged or was encrypted with another secret.
        return undefined;
      }
    },
    remember: (reply, { id: personId, session_epoch: epoch }) => {
      const browser: KnownBrowser = { personId, epoch, id: randomUUID() };
      reply.setCookie(name, encryptor.encrypt(place, JSON.stringify(browser)), {
        ...cookieFlags(settings),
        maxAge: halfAYear,
      });
    },
  };
}

/** Returns the browser's id if it is a known browser of the person's account, otherwise undefined. */
export const browserIdFor = (
  browser: KnownBrowser | undefined,
  person: Pick<SignedIn, 'id' | 'session_epoch'> | undefined,
): string | undefined =>
  browser && browser.personId === person?.id && browser.epoch === person.session_epoch
    ? browser.id
    : undefined;
