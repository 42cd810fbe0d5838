import * as ingest from '../../contract/ingest.ts';
import type { Problem } from '../../contract/kit/problem.ts';
import type { Browser } from './test-app.ts';

/** A person's own app, which has a personal token, but neither cookies nor a session. */
export interface SendingApp {
  token: string;
  /** Sends a body that the server must accept. */
  send(payload: object): Promise<ingest.IngestReceipt>;
  /** Sends a body that the server must refuse. */
  refused(payload: unknown, headers?: Record<string, string>): Promise<Problem>;
}

/**
 * Creates an app with a new token of `person`. Its requests are sent through `anybody`, a browser that need
 * not be signed in.
 */
export async function sendingApp(
  person: Browser,
  anybody: Browser,
  headers: Record<string, string> = {},
): Promise<SendingApp> {
  const { token = '' } = await person.call(ingest.createToken, { body: { name: 'My phone' } });
  const post = (payload: unknown, more: Record<string, string> = {}) =>
    anybody.send({
      method: 'POST',
      url: ingest.ingest.path,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers, ...more },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    });
  return {
    token,
    send: async (payload) => {
      const response = await post(payload);
      if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.body}`);
      return ingest.IngestReceipt.parse(response.json());
    },
    refused: async (payload, more) => {
      const response = await post(payload, more);
      if (response.statusCode < 400) throw new Error(`not refused: ${response.body}`);
      return response.json();
    },
  };
}
