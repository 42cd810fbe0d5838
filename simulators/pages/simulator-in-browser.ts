import type { Platform } from '../../contract/couplings.ts';
import type { Recording } from '../recording.ts';

/** The parameters of the consent page, as the browser sent them. */
export type QueryParams = Record<string, string | undefined>;

/** A workout, as shown on a person's page at the simulator. */
export interface Recorded extends Recording {
  id: string;
}

/** A simulated service as people use it in a browser: the consent page, and the page on which they record workouts. */
export interface ServiceInBrowser {
  platform: Platform;
  /** The path of the consent page, relative to the service's address. */
  consentPath: string;
  /** The checkboxes on the consent page, as the service names them. */
  ticks: { value: string; isTicked: boolean }[];
  /** The sports that can be recorded, with the default first. */
  sportTypes: string[];
  /** Throws if the parameters of the consent page are invalid. */
  check(params: QueryParams): void;
  members(): { id: string; name: string }[];
  /** Applies a person's decision and returns the redirect address. */
  decide(params: QueryParams, decision: { memberId: string; ticks: string[]; allows: boolean }): string;
  recorded(memberId: string): Recorded[];
  /** Changes that a person makes. Their promises resolve after the first attempt to send the webhook event. */
  record(memberId: string, recording: Recording): unknown;
  edit(memberId: string, id: string, recording: Recording): unknown;
  remove(memberId: string, id: string): unknown;
  /** Ends the consent at the service. */
  uncouple(memberId: string): unknown;
}
