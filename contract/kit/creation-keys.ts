/** The keys of a client's creating calls, for the header `Idempotency-Key`. */
export interface CreationKeys {
  /** The key of a call, by its address and body: the same one until the call is answered. */
  keyOf(call: string): string;
  /** Forgets the key of a call: the status of its answer says whether something was created. */
  answered(call: string, status: number): void;
}

/** Calls that have no answer yet, with their keys. */
export interface UnansweredCalls {
  get(call: string): string | undefined;
  set(call: string, key: string): void;
  delete(call: string): void;
}

/** Makes one key for each intended creation; a call that got no answer is sent again with the same key. */
export function creationKeys(unanswered: UnansweredCalls = new Map()): CreationKeys {
  return {
    keyOf(call) {
      const key = unanswered.get(call) ?? newKey();
      unanswered.set(call, key);
      return key;
    },
    answered(call, status) {
      if (status < 500) unanswered.delete(call);
    },
  };
}

/** 128 random bits; `randomUUID` is missing on pages without TLS. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
