import fastify from 'fastify';
import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import { readEnv } from '../env.ts';
import { serveSecurityContact } from './security-contact.ts';

it('serves the contact for reporting vulnerabilities, at the root and below the base path', async () => {
  const app = fastify();
  const clock = () => Temporal.Instant.from('2026-11-21T11:00:00Z');
  serveSecurityContact(app, { basePath: '/club/', contact: 'mailto:security@company.example', clock });
  for (const url of ['/.well-known/security.txt', '/club/.well-known/security.txt']) {
    const { headers, body } = await app.inject(url);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(body.split('\n')).toEqual([
      'Contact: mailto:security@company.example',
      'Expires: 2027-02-19T11:00:00Z',
      'Preferred-Languages: en, fr, nl',
      '',
    ]);
  }
  await app.close();
});

it.each(['security@company.example', 'http://company.example', 'javascript:alert(1)'])(
  'refuses %s as the contact, because programs could not use or trust it',
  async (contact) => {
    await expect(readEnv({ SECURITY_CONTACT: contact })).rejects.toThrow('SECURITY_CONTACT');
  },
);
