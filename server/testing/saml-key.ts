import { generate } from 'selfsigned';

/** A key of a service, and its certificate, as PEM. */
export interface SamlKey {
  privateKey: string;
  certificate: string;
}

/** Makes an RSA key with a certificate that it signs itself, as services do. */
export async function newSamlKey(): Promise<SamlKey> {
  const subject = [{ name: 'commonName', value: 'identity.example' }];
  const made = await generate(subject, { keySize: 2048, algorithm: 'sha256' });
  return { privateKey: made.private, certificate: `${made.cert.trim()}\n` };
}
