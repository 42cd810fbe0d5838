import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { IdentityProvider, ServiceProvider, setSchemaValidator } from 'samlify';
import type { SamlSettings } from '../sign-in/identities/saml/saml-settings.ts';
import { newSamlKey, type SamlKey } from './saml-key.ts';
import { honestValues, type ResponseValues, responseXml } from './saml-responses.ts';

/** The attributes that the provider sends about each person, keyed by the person's subject. */
export type SamlPeople = Record<string, Record<string, string | string[]>>;

/** A form that a browser must send to the app to sign in. */
export interface SamlForm {
  action: string;
  SAMLResponse: string;
  RelayState: string;
}

/** A SAML identity provider, at its own address. */
export interface SamlIdentityProvider {
  key: SamlKey;
  /** The settings to give the app. */
  settings: SamlSettings;
  /** Registers the app with the provider, by the app's metadata. */
  register(metadata: string): void;
  /** Responds to the authentication request in the URL to which the app redirects the browser. */
  answer(requestAt: string, subject: string, changes?: Partial<ResponseValues>): Promise<SamlForm>;
  close(): Promise<void>;
}

const binding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';

/**
 * Starts an identity provider that uses `samlify`, so that requests are parsed and responses signed by a
 * library other than the app's. Its page has a button for each person.
 */
export async function startSamlProvider(
  people: SamlPeople,
  changes: Partial<SamlSettings> = {},
  { key: givenKey, algorithm = rsaSha256 }: { key?: SamlKey; algorithm?: string } = {},
): Promise<SamlIdentityProvider> {
  const key = givenKey ?? (await newSamlKey());
  setSchemaValidator({ validate: async () => 'the schema is not checked' });
  const server = createServer((request, response) => {
    page(request.url ?? '').then(
      (html) => response.setHeader('content-type', 'text/html').end(html),
      (error) => response.writeHead(400).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const entityId = `${origin}/metadata`;
  const provider = IdentityProvider({
    entityID: entityId,
    privateKey: key.privateKey,
    signingCert: key.certificate,
    requestSignatureAlgorithm: algorithm,
    wantAuthnRequestsSigned: changes.signing !== undefined,
    singleSignOnService: [{ Binding: binding, Location: `${origin}/sso` }],
    singleLogoutService: [{ Binding: binding, Location: `${origin}/slo` }],
  });
  let app: ReturnType<typeof ServiceProvider> | undefined;

  async function answer(requestAt: string, subject: string, values: Partial<ResponseValues> = {}) {
    if (!app) throw new Error('the app is not registered');
    const query = Object.fromEntries(new URL(requestAt, origin).searchParams);
    const { SAMLRequest, SigAlg, RelayState = '' } = query;
    const signed = new URLSearchParams({ SAMLRequest: SAMLRequest ?? '', RelayState, SigAlg: SigAlg ?? '' });
    const request = await provider.parseLoginRequest(app, 'redirect', {
      query,
      octetString: signed.toString(),
    });
    const { id } = request.extract.request as { id: string };
    const consumer = app.entityMeta.getAssertionConsumerService('post') as string;
    const honest = honestValues({
      issuer: entityId,
      recipient: consumer,
      audience: app.entityMeta.getEntityID(),
      inResponseTo: id,
      nameId: subject,
      attributes: people[subject] ?? {},
    });
    const context = responseXml({ ...honest, ...values });
    const made = await provider.createLoginResponse(app, { extract: request.extract }, 'post', {}, () => ({
      id: honest.id,
      context,
    }));
    return { action: consumer, SAMLResponse: made.context, RelayState };
  }

  async function page(url: string): Promise<string> {
    const forms = await Promise.all(
      Object.keys(people).map(async (subject) => {
        const { action, ...fields } = await answer(url, subject);
        const inputs = Object.entries(fields).map(
          ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
        );
        return `<form method="post" action="${action}">${inputs.join('')}<button>${subject}</button></form>`;
      }),
    );
    return `<!doctype html><title>Identity provider</title>${forms.join('')}`;
  }

  return {
    key,
    settings: {
      kind: 'saml',
      key: 'saml',
      label: 'SAML',
      issuer: entityId,
      entryPoint: `${origin}/sso`,
      certificates: [key.certificate],
      attributes: {},
      mailDomains: ['company.example'],
      trustAddresses: true,
      trusted: false,
      ...changes,
    },
    register: (metadata) => {
      app = ServiceProvider({ metadata });
    },
    answer,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
