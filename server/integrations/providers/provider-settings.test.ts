import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { clientsOf, clientVariables } from './provider-settings.ts';

const read = (variables: Record<string, string>) => clientsOf(z.object(clientVariables).parse(variables));
const strava = { STRAVA_CLIENT_ID: '4711', STRAVA_CLIENT_SECRET: 'secret' };

describe('the configured services', () => {
  it('are those with a client id and a secret', () => {
    expect(read({})).toEqual({});
    expect(read(strava)).toEqual({
      Strava: { clientId: '4711', clientSecret: 'secret', baseUrl: undefined },
    });
  });

  it('may be simulators, whose address is used without its trailing slash', () => {
    const at = { ...strava, STRAVA_BASE_URL: 'http://localhost:4000/strava/' };
    expect(read(at).Strava?.baseUrl).toBe('http://localhost:4000/strava');
  });

  it('include Strava’s signature key if it is set', () => {
    expect(read({ ...strava, STRAVA_SIGNATURE_KEY: 'key' }).Strava?.signatureKey).toBe('key');
    expect(read({ STRAVA_SIGNATURE_KEY: 'key' })).toEqual({});
  });

  it('are rejected if the id or the secret is missing', () => {
    expect(() => read({ GARMIN_CLIENT_ID: 'ours' })).toThrow('set both or neither');
    expect(() => read({ POLAR_CLIENT_SECRET: 'secret' })).toThrow('set both or neither');
    expect(() => read({ STRAVA_BASE_URL: 'nowhere' })).toThrow('must be a URL');
  });
});
