import { Refusal } from '../refusal.ts';

/** Creates an error in the format of Google's services (google.rpc.Status with an ErrorInfo). */
const googleError = (code: number, status: string, message: string, reason?: string) =>
  new Refusal(code, {
    error: {
      code,
      message,
      status,
      ...(reason && {
        details: [
          {
            '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
            reason,
            domain: 'googleapis.com',
            metadata: { service: 'health.googleapis.com' },
          },
        ],
      }),
    },
  });

/** The errors that the simulated Google returns. */
export const googleErrors = {
  invalid: (message: string) => googleError(400, 'INVALID_ARGUMENT', message),
  notLinked: () =>
    googleError(400, 'FAILED_PRECONDITION', 'The account has no health profile.', 'ACCOUNT_NOT_LINKED'),
  notVerified: () => googleError(400, 'FAILED_PRECONDITION', 'The endpoint does not respond as required.'),
  noCredentials: () =>
    googleError(401, 'UNAUTHENTICATED', 'Request had invalid credentials.', 'CREDENTIALS_MISSING'),
  noScope: () =>
    googleError(
      403,
      'PERMISSION_DENIED',
      'Request had insufficient authentication scopes.',
      'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
    ),
  notEnabled: () =>
    googleError(403, 'PERMISSION_DENIED', 'The API has not been used in this project.', 'SERVICE_DISABLED'),
  projectDenied: () =>
    googleError(403, 'PERMISSION_DENIED', 'The project may not be used.', 'USER_PROJECT_DENIED'),
  notFound: () => googleError(404, 'NOT_FOUND', 'There is no such resource.'),
  exists: () => googleError(409, 'ALREADY_EXISTS', 'The subscriber exists.'),
  tooMany: () => googleError(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded.', 'RATE_LIMIT_EXCEEDED'),
  internal: () => googleError(500, 'INTERNAL', 'Internal error.'),
};
