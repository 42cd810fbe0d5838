/** OpenSSL's messages about a certificate that no known authority has signed. */
const untrusted = /unable to (verify|get)|self-signed certificate/;

/** Returns what to do if a connection failed because the server's certificate is not trusted; otherwise undefined. */
export const trustAdvice = (message: string | undefined): string | undefined =>
  message !== undefined && untrusted.test(message)
    ? 'Set NODE_EXTRA_CA_CERTS to a file that this user can read, with the certificate of your authority.'
    : undefined;
