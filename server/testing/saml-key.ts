import { execFileSync } from 'node:child_process';

/** A key of a service, and its certificate, as PEM. */
export interface SamlKey {
  privateKey: string;
  certificate: string;
}

/** Makes an RSA key with a certificate that it signs itself, as services do. */
export function newSamlKey(): SamlKey {
  const options = ['-newkey', 'rsa:2048', '-nodes', '-days', '30', '-subj', '/CN=identity.example'];
  const made = execFileSync('openssl', ['req', '-x509', ...options, '-keyout', '-', '-out', '-'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [privateKey = '', certificate = ''] = made.match(/-----BEGIN [\s\S]+?-----END [A-Z ]+-----\n/g) ?? [];
  return { privateKey, certificate };
}
