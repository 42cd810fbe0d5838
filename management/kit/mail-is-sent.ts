import { setUp } from '../../contract/managed/mails.ts';
import { call } from './call.ts';

/** Whether the server sends mails; without a configured mail server it does not. */
export const isMailSent = async (): Promise<boolean> => (await call(setUp, {})).server !== null;
