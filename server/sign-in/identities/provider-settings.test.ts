import { describe, expect, it } from 'vitest';
import { readEnv } from '../../env.ts';
import { newSamlKey } from '../../testing/saml-key.ts';

const complete = {
  label: { nl: 'Bedrijf', fr: 'Société générale' },
  issuer: 'https://login.example.com/tenant',
  clientId: 'challenge',
  clientSecret: 'secret',
};
const { certificate, privateKey } = await newSamlKey();
const saml = {
  kind: 'saml',
  label: 'Work',
  issuer: 'urn:identity',
  entryPoint: 'https://login.example.com/saml',
  certificates: [certificate],
};
const read = async (list: unknown) =>
  (
    await readEnv({
      SECRET: 'a secret of thirty-two characters',
      IDENTITY_PROVIDERS: typeof list === 'string' ? list : JSON.stringify(list),
    })
  ).identityProviders;

describe('the setting IDENTITY_PROVIDERS', () => {
  it('can be omitted, and uses defaults for values that a provider lacks', async () => {
    expect(await read('')).toEqual([]);
    expect(await read([complete])).toEqual([
      {
        ...complete,
        key: 'societe-generale',
        scope: 'openid email profile',
        mailDomains: [],
        trustAddresses: false,
        trusted: false,
      },
    ]);
  });

  it('accepts email domains with @ or capitals, and http for an issuer on this machine', async () => {
    const issuer = 'http://localhost:9000';
    const [one] = await read([{ ...complete, issuer, key: 'work', mailDomains: [' @Company.BE', 'a.eu'] }]);
    expect(one).toMatchObject({ key: 'work', issuer, mailDomains: ['company.be', 'a.eu'] });
  });

  it('accepts a SAML provider, with its certificates as PEM or as base64 text', async () => {
    const bare = certificate.replace(/-----[A-Z ]+-----|\n/g, '');
    const signing = { privateKey, certificate: bare };
    const [one] = await read([
      { ...saml, certificates: [certificate, bare], signing, trusted: true, roles: {} },
    ]);
    expect(one).toMatchObject({ kind: 'saml', key: 'work', certificates: [certificate, certificate] });
    expect(one).toMatchObject({ attributes: {}, signing: { privateKey, certificate } });
  });

  it.each([
    ['{', 'IDENTITY_PROVIDERS: is not JSON'],
    [complete, 'IDENTITY_PROVIDERS: must be a list'],
    [[{ ...complete, label: {} }], 'IDENTITY_PROVIDERS.0.label: must be a text'],
    [[{ ...complete, issuer: 'http://login.example.com' }], 'issuer: must start with https:'],
    [[{ ...complete, issuer: 'login' }], 'issuer: must be a URL'],
    [[{ ...complete, clientSecret: '' }], 'clientSecret: is missing'],
    [[{ ...complete, key: 'No/Slash' }], 'key: must have at most 40 lower-case letters'],
    [[{ ...complete, scope: 'email' }], 'scope: must contain openid'],
    [[{ ...complete, secret: 'typing error' }], 'secret'],
    [[complete, complete], 'two providers have the key "societe-generale"'],
    [[{ ...complete, label: '…' }], 'set a key'],
    [
      [{ ...complete, issuer: 'https://login.microsoftonline.com/common/v2.0', trusted: true }],
      'trusted: the issuer must be your own directory',
    ],
    [[{ ...complete, kind: 'ldap' }], 'kind: must be openid or saml'],
    [
      [{ ...complete, roles: { organiser: ['hr'] } }],
      'roles and teams: only for a provider with "trusted": true',
    ],
    [[{ ...complete, trusted: true, roles: { owner: ['hr'] } }], 'owner'],
    [[{ ...complete, trusted: true, teams: { hr: '' } }], 'teams.hr'],
    [[{ ...saml, issuer: '' }], 'issuer: is missing'],
    [[{ ...saml, entryPoint: 'javascript:alert(1)' }], 'entryPoint: must start with http:// or https://'],
    [[{ ...saml, certificates: [] }], 'certificates: is missing'],
    [[{ ...saml, certificates: ['nonsense'] }], 'certificates.0: must be an RSA certificate'],
    [[{ ...saml, signing: { privateKey: 'nonsense', certificate } }], 'privateKey: must be an RSA key'],
    [[{ ...saml, signing: { privateKey } }], 'signing.certificate'],
    [[{ ...saml, clientSecret: 'x' }], 'clientSecret'],
  ])('explains what is wrong with %j', async (list, sentence) => {
    await expect(read(list)).rejects.toThrow(sentence);
  });

  it('never reveals a secret in an error message', async () => {
    const wrong = [{ ...complete, clientSecret: 'do-not-tell', issuer: 'x' }];
    await expect(read(wrong)).rejects.not.toThrow('do-not-tell');
  });
});
