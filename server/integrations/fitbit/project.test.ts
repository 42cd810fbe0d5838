import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { GoogleProject } from '../../../simulators/google/project.ts';
import { World } from '../../../simulators/world.ts';
import { clientsOf, clientVariables } from '../providers/provider-settings.ts';

const { number, account } = new GoogleProject(new World()).settings;
const client = { FITBIT_CLIENT_ID: 'ours', FITBIT_CLIENT_SECRET: 'secret' };
const project = { FITBIT_PROJECT: number, FITBIT_SERVICE_ACCOUNT: JSON.stringify(account) };

const clients = (set: Record<string, string>) => clientsOf(z.object(clientVariables).parse(set));

describe('the Google project for Fitbit', () => {
  it('is read from the environment variables, together with the client', () => {
    expect(clients({ ...client, ...project })).toEqual({
      Fitbit: { clientId: 'ours', clientSecret: 'secret', baseUrl: undefined, project: { number, account } },
    });
    expect(clients(client).Fitbit).not.toHaveProperty('project');
    expect(clients(project)).toEqual({});
  });

  it('requires both the number and the JSON key', () => {
    const { FITBIT_PROJECT, FITBIT_SERVICE_ACCOUNT } = project;
    expect(() => clients({ ...client, FITBIT_PROJECT })).toThrow('FITBIT_PROJECT and FITBIT_SERVICE_ACCOUNT');
    expect(() => clients({ ...client, FITBIT_SERVICE_ACCOUNT })).toThrow('set both or neither');
    expect(() => clients({ ...client, ...project, FITBIT_PROJECT: 'challenge' })).toThrow('number');
    for (const odd of ['', 'none', '[]', '{"client_email":"a@example.com","private_key":"a key"}'])
      expect(() => clients({ ...client, ...project, FITBIT_SERVICE_ACCOUNT: odd }), odd).toThrow();
  });
});
