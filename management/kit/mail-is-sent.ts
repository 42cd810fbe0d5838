import { setUp } from '../../contract/managed/mails.ts';
import { call } from './call.ts';

/** Whether mails leave the server at this moment: until a mail server is set up, none reaches anybody. */
export const isMailSent = async (): Promise<boolean> => (await call(setUp, {})).server !== null;
