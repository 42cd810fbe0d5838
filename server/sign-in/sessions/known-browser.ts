import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { encryptorOf } from '../../kit/encryption.ts';
import { type CookieSettings, cookieFlags, cookieName } from './cookie-settings.ts';
import type { SignedIn } from './session.ts';

/** A browser that a person has signed in with. */
export interface KnownBrowser {
  personId: number;
  /**
   * The epoch of the person's sessions: a browser is known until all of them are ended, for example by a new password.
   */
  epoch: number;
  id: string;
}

/**
 * The cookie by which an account recognises a known browser: it outlives sessions, and is encrypted and bound to the
 * account.
 */
export interface KnownBrowsers {
  /** The browser of a request, if an account knows it. */
  read(request: FastifyRequest): KnownBrowser | undefined;
  /** Makes the browser known to an account from now on. */
  remember(reply: FastifyReply, person: SignedIn): void;
}

const place = 'known browser';
const contents = z.object({ personId: z.int(), epoch: z.int(), id: z.string() });

/** Half a year: people who have not signed in for longer are unlikely targets of a lock-out. */
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
        // Not our cookie, or encrypted with another secret.
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

/** The id of a browser that a person's account knows; undefined for other browsers. */
export const browserIdFor = (
  browser: KnownBrowser | undefined,
  person: Pick<SignedIn, 'id' | 'session_epoch'> | undefined,
): string | undefined =>
  browser && browser.personId === person?.id && browser.epoch === person.session_epoch
    ? browser.id
    : undefined;
