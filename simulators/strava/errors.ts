import { Refusal } from '../refusal.ts';

const messages: Record<number, string> = {
  400: 'Bad Request',
  401: 'Authorization Error',
  403: 'Forbidden',
  404: 'Resource Not Found',
  429: 'Rate Limit Exceeded',
};

/** Creates a refusal in Strava's error format. */
export const stravaFault = (status: number, resource: string, field: string, code: string): Refusal =>
  new Refusal(status, { message: messages[status] ?? 'Error', errors: [{ resource, field, code }] });
