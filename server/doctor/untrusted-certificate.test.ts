import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { SMTPServer } from 'smtp-server';
import { expect, it, onTestFinished } from 'vitest';
import { identityProviderChecks } from './address-checks.ts';
import { type Check, findingsOf } from './finding.ts';
import { mailCheck } from './mail-check.ts';

/** Starts a server whose certificate no authority has signed; returns its host and port. */
async function startUntrustedServer(secure: boolean): Promise<string> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
  const server = new SMTPServer({ secure, key, cert, authOptional: true });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  onTestFinished(() => new Promise<void>((done) => server.close(() => done())));
  return `localhost:${(listening.address() as AddressInfo).port}`;
}

it.each<[string, boolean, (host: string) => Check]>([
  ['a mail server with TLS', true, (host) => mailCheck(`smtps://${host}`)],
  ['a mail server with STARTTLS', false, (host) => mailCheck(`smtp://${host}?requireTLS=true`)],
  [
    'an identity provider',
    true,
    (host) => identityProviderChecks([{ key: 'sso', issuer: `https://${host}` }])[0] as Check,
  ],
])('the doctor says how to trust the certificate of %s', async (_name, secure, checkOf) => {
  const [finding] = await findingsOf(checkOf(await startUntrustedServer(secure)));
  expect(finding).toMatchObject({
    verdict: 'problem',
    text: expect.stringMatching(/cert.* Set NODE_EXTRA_CA_CERTS to a file/i),
  });
});
