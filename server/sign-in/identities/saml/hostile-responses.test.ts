import { afterAll, beforeAll, expect, it } from 'vitest';
import { type HttpBrowser, httpBrowser } from '../../../testing/http-browser.ts';
import {
  type SamlForm,
  type SamlIdentityProvider,
  startSamlProvider,
} from '../../../testing/saml-identity-provider.ts';
import { honestValues, type ResponseValues, responseXml } from '../../../testing/saml-responses.ts';
import { type SamlTestApp, samlTestApp } from '../../../testing/saml-test-app.ts';

const ann = { email: 'ann@company.example', givenName: 'Ann', surname: 'Peeters' };
const people = { ann, victim: { ...ann, email: 'victim@company.example' }, 'victim.evil': ann };

let test: SamlTestApp;
let stranger: SamlIdentityProvider;
let outdated: SamlIdentityProvider;

beforeAll(async () => {
  test = await samlTestApp(people);
  stranger = await startSamlProvider(people);
  const sha1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1';
  outdated = await startSamlProvider(people, {}, { key: test.provider.key, algorithm: sha1 });
  const metadata = await (await fetch(`${test.address}gc/registration/identity/saml/metadata`)).text();
  for (const other of [stranger, outdated]) other.register(metadata);
});
afterAll(async () => {
  await test.close();
  await stranger.close();
  await outdated.close();
});

const isIn = async (browser: HttpBrowser) =>
  (await browser.send(`${test.address}platform/api/person_infos/me`)).status === 200;
const failures = async () => {
  const rows = await test.app.database.db
    .selectFrom('security_events')
    .select('times')
    .where('kind', '=', 'sign-in-failed')
    .execute();
  return rows.reduce((sum, { times }) => sum + times, 0);
};
const minutes = (amount: number) => new Date(Date.now() + amount * 60_000).toISOString();

/** A browser's request, and the provider's response to it. */
interface Answered {
  requestAt: string;
  form: SamlForm;
  honest: ResponseValues;
}

/** Returns the form with its response edited after the provider has signed it. */
function edited(form: SamlForm, edit: (xml: string) => string): SamlForm {
  const xml = Buffer.from(form.SAMLResponse, 'base64').toString('utf8');
  const changed = edit(xml);
  if (changed === xml) throw new Error('nothing was changed');
  return { ...form, SAMLResponse: Buffer.from(changed).toString('base64') };
}

/** Changes values before the provider signs the response. */
const withValues = (values: Partial<ResponseValues>) => (_: Answered) => values;
const changed = (edit: (xml: string) => string) => (answered: Answered) => edited(answered.form, edit);
const [assertion, signature] = [
  /<saml:Assertion[\s\S]*<\/saml:Assertion>/,
  /<ds:Signature [\s\S]*<\/ds:Signature>/,
];
const part = (xml: string, form: RegExp) => form.exec(xml)?.[0] ?? '';

/** Adds an unsigned assertion about the victim around or beside the signed assertion about another person. */
const wrapped = (wrap: (parts: { signed: string; bare: string; seal: string; evil: string }) => string) =>
  changed((xml) => {
    const signed = part(xml, assertion);
    const seal = part(signed, signature);
    const bare = signed.replace(seal, '');
    const evil = bare.replace(/ ID="[^"]+"/, ' ID="_evil"').replace('>ann<', '>victim<');
    return xml.replace(signed, () => wrap({ signed, bare, seal, evil }));
  });
const inside = (outer: string, inner: string) => outer.replace(/(<\/saml:Assertion>)$/, (end) => inner + end);

const hostile: [string, (answered: Answered) => unknown, reason?: 'expired'][] = [
  ['unsigned', ({ form, honest }) => edited(form, () => responseXml(honest))],
  ['stripped of its signature', changed((xml) => xml.replace(signature, ''))],
  [
    'signed with the key of another provider',
    ({ requestAt, honest }) => stranger.answer(requestAt, 'ann', { issuer: honest.issuer }),
  ],
  [
    'signed with SHA-1',
    ({ requestAt, honest }) => outdated.answer(requestAt, 'ann', { issuer: honest.issuer }),
  ],
  ['wrapped: another assertion before the signed one', wrapped(({ signed, evil }) => evil + signed)],
  ['wrapped: another assertion after the signed one', wrapped(({ signed, evil }) => signed + evil)],
  ['wrapped: the signed assertion inside another one', wrapped(({ signed, evil }) => inside(evil, signed))],
  [
    'wrapped: another assertion with the signature, and the signed one without it',
    wrapped(({ bare, seal, evil }) => inside(evil, seal) + bare),
  ],
  [
    'wrapped: the signed assertion as an object of the signature in another one',
    wrapped(({ bare, seal, evil }) =>
      inside(evil, seal.replace('</ds:Signature>', `<ds:Object>${bare}</ds:Object></ds:Signature>`)),
    ),
  ],
  [
    'wrapped: another assertion in an extension',
    wrapped(({ signed, evil }) => `<samlp:Extensions>${evil}</samlp:Extensions>${signed}`),
  ],
  [
    'wrapped: the signed assertion in an extension',
    wrapped(({ signed, evil }) => `<samlp:Extensions>${signed}</samlp:Extensions>${evil}`),
  ],
  [
    'wrapped: two assertions with the same id',
    wrapped(({ bare, seal, signed }) => inside(bare.replace('>ann<', '>victim<'), seal) + signed),
  ],
  ['two assertions, both of them signed', wrapped(({ signed }) => signed + signed)],
  [
    'already accepted for another request',
    async ({ form }) => {
      const other = httpBrowser();
      const used = await test.provider.answer(await test.start(other), 'ann');
      await test.deliver(other, used);
      expect(await isIn(other)).toBe(true);
      return { ...used, RelayState: form.RelayState };
    },
  ],
  [
    'already accepted in another browser',
    async () => {
      const other = httpBrowser();
      const used = await test.provider.answer(await test.start(other), 'ann');
      await test.deliver(other, used);
      return used;
    },
    'expired',
  ],
  [
    'for a request of another browser',
    async () => test.provider.answer(await test.start(httpBrowser()), 'victim'),
    'expired',
  ],
  [
    'for a request of another browser, with the state of this browser',
    async ({ form }) => ({
      ...(await test.provider.answer(await test.start(httpBrowser()), 'victim')),
      RelayState: form.RelayState,
    }),
  ],
  [
    'for another request, according to the signed part only',
    ({ requestAt }) =>
      test.provider
        .answer(requestAt, 'ann', { inResponseTo: '_other' })
        .then((form) =>
          edited(form, (xml) =>
            xml.replace('InResponseTo="_other"', `InResponseTo="${requestIn(requestAt)}"`),
          ),
        ),
  ],
  ['unsolicited: without a state', ({ form }) => ({ ...form, RelayState: '' }), 'expired'],
  [
    'unsolicited: with an invented state',
    ({ form }) => ({ ...form, RelayState: 'https://evil.example' }),
    'expired',
  ],
  ['for no request', withValues({ inResponseTo: '' })],
  ['for another audience', withValues({ audience: 'https://other.example' })],
  ['for another recipient', withValues({ recipient: 'https://other.example/acs' })],
  ['for another destination', withValues({ destination: 'https://other.example/acs' })],
  ['from another issuer', withValues({ issuer: 'https://other.example' })],
  ['expired', withValues({ notBefore: minutes(-20), notOnOrAfter: minutes(-2) })],
  ['not yet valid', withValues({ notBefore: minutes(2) })],
  ['issued long ago but not expired', withValues({ issuedAt: minutes(-12), notBefore: minutes(-12) })],
  ['with an error status', withValues({ status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' })],
  [
    'with a subject that is different each time',
    withValues({ nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }),
  ],
  ['with an edited attribute', changed((xml) => xml.replace('>ann@', '>victim@'))],
  [
    'with a comment that splits the subject',
    async ({ requestAt }) =>
      edited(await test.provider.answer(requestAt, 'victim.evil'), (xml) =>
        xml.replace('>victim.evil<', '>victim<!---->.evil<'),
      ),
  ],
  [
    'with a document type that reads a file',
    changed(
      (xml) =>
        `<!DOCTYPE x [<!ENTITY file SYSTEM "file:///etc/passwd">]>${xml.replace('>Peeters<', '>&file;<')}`,
    ),
  ],
  [
    'with entities that expand repeatedly',
    changed((xml) => `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${xml}`),
  ],
  ['with a processing instruction', changed((xml) => xml.replace('<saml:Subject>', '<?x y?><saml:Subject>'))],
  [
    'encrypted, although we have no key',
    changed((xml) => xml.replaceAll('saml:Assertion', 'saml:EncryptedAssertion')),
  ],
  ['large', ({ form }) => ({ ...form, SAMLResponse: 'A'.repeat(200_000) })],
  ['enormous', ({ form }) => ({ ...form, SAMLResponse: 'A'.repeat(2_000_000) })],
  [
    'with thousands of elements',
    changed((xml) => xml.replace('</saml:Assertion>', (end) => '<a/>'.repeat(2000) + end)),
  ],
  ['nested 30,000 levels deep', changed(() => '<a>'.repeat(30_000))],
  ['not base64', ({ form }) => ({ ...form, SAMLResponse: '<Response/>' })],
  ['not XML', ({ form }) => ({ ...form, SAMLResponse: Buffer.from('nothing').toString('base64') })],
  ['empty', ({ form }) => ({ ...form, SAMLResponse: '' })],
];

/** Returns the id of the authentication request in a URL. */
function requestIn(requestAt: string): string {
  const { inflateRawSync } = process.getBuiltinModule('node:zlib');
  const sent = new URL(requestAt).searchParams.get('SAMLRequest') ?? '';
  return / ID="([^"]+)"/.exec(inflateRawSync(Buffer.from(sent, 'base64')).toString())?.[1] ?? '';
}

it('accepts an unchanged response', async () => {
  const browser = httpBrowser();
  expect((await test.signIn(browser, 'ann')).href).toBe(test.address);
  expect(await isIn(browser)).toBe(true);
});

it.each(hostile)('refuses a response (%s)', async (name, attack, reason) => {
  const browser = httpBrowser();
  const requestAt = await test.start(browser, '/club/our-challenges');
  const form = await test.provider.answer(requestAt, 'ann');
  const { settings } = test.provider;
  const honest = honestValues({
    issuer: settings.issuer,
    recipient: form.action,
    audience: `${test.address}gc/registration/identity/saml/metadata`,
    inResponseTo: requestIn(requestAt),
    nameId: 'ann',
    attributes: ann,
  });
  const made = (await attack({ requestAt, form, honest })) as SamlForm | Partial<ResponseValues>;
  const sent = 'action' in made ? made : await test.provider.answer(requestAt, 'ann', made);
  const before = await failures();
  const at = await test.deliver(browser, sent);
  expect(await isIn(browser)).toBe(false);
  // A body that is too large is refused before the server knows which sign-in it belongs to.
  const isElsewhere = reason === 'expired' || name === 'enormous';
  expect(at.pathname).toBe(isElsewhere ? '/club/' : '/club/our-challenges');
  expect(at.searchParams.get('sign-in-failed')).toBe(reason ?? 'failed');
  expect(await failures()).toBe(before + 1);
});
