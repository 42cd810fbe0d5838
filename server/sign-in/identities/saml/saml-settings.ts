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

/** Validates the settings of an identity provider that uses SAML 2.0. */
export const samlSettings = z.strictObject({
  ...providerFields,
  kind: z.literal('saml'),
  /** The provider's entity id. */
  issuer: z.string().min(1, 'is missing'),
  /** The address to which browsers are sent to sign in. */
  entryPoint: z.url({ protocol: /^https?$/, error: 'must start with http:// or https://' }),
  /** The provider's signing certificates. There are several while the provider switches to a new one. */
  certificates: z.array(certificate).min(1, 'is missing'),
  /** Our entity id. By default, the address of our metadata. */
  entityId: z.string().min(1).optional(),
  /** The key with which we sign requests, and its certificate. By default, requests are not signed. */
  signing: z.strictObject({ privateKey, certificate }).optional(),
  /** The names of the attributes to read, if they are not among the usual names. */
  attributes: z
    .strictObject({ subject: name, email: name, givenName: name, surname: name, groups: name })
    .partial()
    .default({}),
});

/** The settings of an identity provider that uses SAML 2.0. */
export type SamlSettings = Omit<z.output<typeof samlSettings>, 'key'> & { key: string };

/**
 * Returns a certificate as PEM. Also accepts the base64 text alone, with or without line breaks, because many
 * identity providers show it like that.
 */
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
