import { createPrivateKey, X509Certificate } from 'node:crypto';
import * as z from 'zod';
import { providerFields } from '../provider-fields.ts';

const certificate = z
  .string()
  .transform(asPem)
  .refine(
    (pem) => keyTypeOf(() => new X509Certificate(pem).publicKey) === 'rsa',
    'must be an RSA certificate, as PEM or base64',
  );

const privateKey = z
  .string()
  .refine((pem) => keyTypeOf(() => createPrivateKey(pem)) === 'rsa', 'must be an RSA key as PEM');

const name = z.string().min(1, 'must not be empty');

/** The settings of a service that signs people in with SAML 2.0. */
export const samlSettings = z.strictObject({
  ...providerFields,
  kind: z.literal('saml'),
  /** The service's entity id. */
  issuer: z.string().min(1, 'is missing'),
  /** The address to which browsers are sent to sign in. */
  entryPoint: z.url({ protocol: /^https?$/, error: 'must be an address' }),
  /** The certificates that the service signs with; several while it changes from one to another. */
  certificates: z.array(certificate).min(1, 'is missing'),
  /** Our entity id. By default, the address of our metadata. */
  entityId: z.string().min(1).optional(),
  /** The key with which we sign requests, and its certificate. By default, requests are not signed. */
  signing: z.strictObject({ privateKey, certificate }).optional(),
  /** The attributes to read, if they have other names than services usually give them. */
  attributes: z
    .strictObject({ subject: name, email: name, givenName: name, surname: name, groups: name })
    .partial()
    .default({}),
});

/** A service that signs people in with SAML 2.0. */
export type SamlSettings = Omit<z.output<typeof samlSettings>, 'key'> & { key: string };

/** Returns a certificate as PEM. Services also show the base64 text alone, with or without line breaks. */
function asPem(text: string): string {
  const base64 = text.replace(/-----[A-Z ]+-----/g, '').replace(/\s/g, '');
  return `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`;
}

function keyTypeOf(read: () => { asymmetricKeyType?: string | undefined }): string | undefined {
  try {
    return read().asymmetricKeyType;
  } catch {
    return undefined;
  }
}
