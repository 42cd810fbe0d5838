import { createHash } from 'node:crypto';
import { type Profile, SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { Temporal } from 'temporal-polyfill';
import { areGroupsLeftOut } from '../groups/group-grants.ts';
import type { Claims } from '../identity.ts';
import { checkResponseDocument, type Expected } from './response-document.ts';
import type { SamlAddresses } from './saml-addresses.ts';
import type { SamlSettings } from './saml-settings.ts';

/** The contents of an accepted response. */
export interface SamlAnswer {
  /** Identifies the assertion among those of all identity providers. */
  assertion: string;
  /** When the assertion expires; until then, it could be replayed. */
  until: Temporal.Instant;
  claims: Claims;
}

/** How much the clocks of the identity provider and of this server may differ, in milliseconds. */
const skew = 60 * 1000;

/**
 * The maximum age of an assertion in milliseconds, whatever its own expiry. An assertion normally arrives
 * within seconds.
 */
const oldest = 10 * 60 * 1000;

/** The attribute names that identity providers commonly use, in the order in which they are tried. */
const usualNames = {
  email: [
    'email',
    'mail',
    'urn:oid:0.9.2342.19200300.100.1.3',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  ],
  givenName: [
    'givenName',
    'given_name',
    'firstName',
    'urn:oid:2.5.4.42',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
  ],
  surname: [
    'surname',
    'sn',
    'family_name',
    'lastName',
    'urn:oid:2.5.4.4',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
  ],
  groups: ['groups', 'memberOf', 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups'],
};

/** A subject in this format is different at each sign-in, so it does not identify a person. */
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const addressFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/** Returns the URL that takes a browser to the identity provider, with our authentication request. */
export const samlRequestAddress = (
  provider: SamlSettings,
  addresses: SamlAddresses,
  { state, requestId }: { state: string; requestId: string },
): Promise<string> => clientOf(provider, addresses, requestId).getAuthorizeUrlAsync(state, undefined, {});

/** Returns our metadata, for the administrators of the identity provider. */
export const samlMetadata = (provider: SamlSettings, addresses: SamlAddresses): string =>
  clientOf(provider, addresses, 'none').generateServiceProviderMetadata(
    null,
    provider.signing?.certificate ?? null,
  );

/**
 * Verifies an identity provider's response to a request, and returns its contents. Throws an Error that says
 * what is wrong. The caller must refuse an assertion that was accepted before.
 */
export async function verifySamlResponse(
  provider: SamlSettings,
  addresses: SamlAddresses,
  requestId: string,
  encoded: string,
): Promise<SamlAnswer> {
  const expected = { ...addresses, issuer: provider.issuer, requestId };
  checkResponseDocument(encoded, expected);
  const { profile } = await clientOf(provider, addresses, requestId).validatePostResponseAsync({
    SAMLResponse: encoded,
  });
  if (!profile?.getAssertion) throw new Error('the response has no assertion');
  const { id, until } = checkAssertion(profile.getAssertion().Assertion as SignedAssertion, expected);
  return {
    assertion: createHash('sha256').update(`${provider.issuer} ${id}`).digest('base64url'),
    until: until.add({ milliseconds: skew }),
    claims: claimsOf(provider, profile),
  };
}

/**
 * Creates the library's client for one sign-in. Each sign-in needs its own client, because each expects a
 * different request id.
 */
function clientOf(provider: SamlSettings, { entityId, consumer }: SamlAddresses, requestId: string): SAML {
  const { entryPoint, certificates, issuer, signing } = provider;
  return new SAML({
    entryPoint,
    idpCert: certificates,
    idpIssuer: issuer,
    issuer: entityId,
    audience: entityId,
    callbackUrl: consumer,
    wantAssertionsSigned: true,
    // Most identity providers sign only the assertion. If the response has a signature too, it must be valid.
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: skew,
    maxAssertionAgeMs: oldest,
    identifierFormat: null,
    // The identity provider decides how people authenticate. If we requested a method, some providers would
    // refuse a second factor.
    disableRequestedAuthnContext: true,
    signatureAlgorithm: 'sha256',
    ...(signing ? { privateKey: signing.privateKey, publicCert: signing.certificate } : {}),
    generateUniqueId: () => requestId,
    validateInResponseTo: ValidateInResponseTo.always,
    // The database stores the request id with the pending sign-in; the library only compares it.
    cacheProvider: {
      saveAsync: async () => null,
      getAsync: async (id) => (id === requestId ? new Date().toISOString() : null),
      removeAsync: async () => null,
    },
  });
}

type Attributes = { $?: Record<string, string>; _?: string };

/** The signed assertion as the library returns it: its elements by name. */
interface SignedAssertion extends Attributes {
  Issuer?: Attributes[];
  Subject?: { SubjectConfirmation?: (Attributes & { SubjectConfirmationData?: Attributes[] })[] }[];
}

/**
 * Checks the parts of an assertion that the library does not check: issuer, recipient, and the request that
 * it answers.
 */
function checkAssertion({ $, Issuer, Subject }: SignedAssertion, expected: Expected) {
  if (Issuer?.[0]?._ !== expected.issuer) throw new Error(`the issuer is ${Issuer?.[0]?._}`);
  const confirmations = Subject?.[0]?.SubjectConfirmation ?? [];
  const [confirmation] = confirmations;
  if (confirmations.length !== 1 || confirmation?.$?.Method !== bearer)
    throw new Error('the assertion does not have exactly one bearer confirmation');
  const data = confirmation.SubjectConfirmationData?.[0]?.$ ?? {};
  if (data.Recipient !== expected.consumer) throw new Error(`the recipient is ${data.Recipient}`);
  if (data.InResponseTo !== expected.requestId) throw new Error('the assertion answers another request');
  if (!data.NotOnOrAfter) throw new Error('the confirmation does not expire');
  if (!$?.ID) throw new Error('the assertion has no id');
  return { id: $.ID, until: Temporal.Instant.from(data.NotOnOrAfter) };
}

/** Returns a person's claims, with the names of OpenID Connect. */
function claimsOf({ issuer, attributes: named }: SamlSettings, profile: Profile): Claims {
  const sent = (profile.attributes ?? {}) as Record<string, unknown>;
  const attribute = (name: string) => (Object.hasOwn(sent, name) ? sent[name] : undefined);
  const found = (what: keyof typeof usualNames) => {
    const own = named[what];
    return own ? attribute(own) : usualNames[what].map(attribute).find((value) => value !== undefined);
  };
  const isStable = profile.nameIDFormat !== transient;
  const sub = named.subject ? attribute(named.subject) : isStable ? profile.nameID : undefined;
  if (typeof sub !== 'string' || sub === '') throw new Error('the assertion has no stable subject');
  const ofSubject = profile.nameIDFormat === addressFormat ? profile.nameID : undefined;
  return {
    iss: issuer,
    sub,
    email: found('email') ?? ofSubject,
    given_name: found('givenName'),
    family_name: found('surname'),
    groups: found('groups'),
    ...(areGroupsLeftOut(sent) ? { hasgroups: true } : {}),
  };
}
