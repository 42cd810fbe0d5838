import type { Language } from '../../../contract/kit/fields.ts';

/** A person who has just authenticated, with the session epoch at that time. */
export interface SignedIn {
  id: number;
  language: Language;
  session_epoch: number;
}
