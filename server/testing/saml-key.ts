import { generate } from 'selfsigned';

/** An identity provider's private key and certificate, as PEM. */
export interface SamlKey {
  privateKey: string;
  certificate: string;
}

/** Creates an RSA key with a self-signed certificate, as identity providers do. */
export async function newSamlKey(): Promise<SamlKey> {
  const subject = [{ name: 'commonName', value: 'identity.example' }];
  const made = await generate(subject, { keySize: 2048, algorithm: 'sha256' });
  return { privateKey: made.private, certificate: `${made.cert.trim()}\n` };
}
