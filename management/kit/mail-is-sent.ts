import { setUp } from '../../contract/managed/mails.ts';
import { call } from './call.ts';

/** Returns whether the server sends emails, which requires a configured mail server. */
export const isMailSent = async (): Promise<boolean> => (await call(setUp, {})).server !== null;
