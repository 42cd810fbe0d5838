import { type CreationKeys, creationKeys } from '../../contract/kit/creation-keys.ts';

/** The prefix of every draft's key in the browser's storage. */
const prefix = 'draft ';

/** Drafts expire after a week. */
const longest = 7 * 24 * 60 * 60 * 1000;

interface Draft {
  values: Record<string, unknown>;
  /** The initial values of the form; if they have changed, the draft is outdated. */
  basedOn: string;
  at: number;
  /** The idempotency keys of calls without a response, so that a retry creates nothing twice. */
  unanswered?: Record<string, string>;
}

export const draftKey = (person: number, of: string) => `${prefix}${person} ${of}`;

/** Returns the draft of a form whose initial values were `basedOn`. */
export function readDraft(key: string, basedOn: string): Draft['values'] | undefined {
  const draft = stored(key);
  return draft?.basedOn === basedOn ? draft.values : undefined;
}

export function writeDraft(key: string, basedOn: string, values: Draft['values']): void {
  store(key, { ...stored(key), values, basedOn, at: Date.now() });
}

const unanswered = new Map<string, string>();

/** Returns the idempotency keys of a form's calls, stored with the form's draft so that they survive a reload. */
export function keysOfDraft(key: string): CreationKeys {
  const change = (call: string, creationKey: string | undefined) => {
    const draft = stored(key);
    if (!draft) return;
    const { [call]: _, ...others } = draft.unanswered ?? {};
    store(key, { ...draft, unanswered: creationKey ? { ...others, [call]: creationKey } : others });
  };
  return creationKeys({
    get: (call) => unanswered.get(call) ?? stored(key)?.unanswered?.[call],
    set: (call, creationKey) => {
      change(call, creationKey);
      unanswered.set(call, creationKey);
    },
    delete: (call) => {
      change(call, undefined);
      unanswered.delete(call);
    },
  });
}

export function removeDraft(key: string): void {
  tryStorage((storage) => storage.removeItem(key));
}

/** Deletes all drafts except those of the given person. */
export function removeDraftsOfOthers(person?: number): void {
  tryStorage((storage) => {
    const keys = Object.keys(storage).filter((key) => key.startsWith(prefix));
    const isOwn = (key: string) => person !== undefined && key.startsWith(draftKey(person, ''));
    for (const key of keys) if (!isOwn(key) || !stored(key)) storage.removeItem(key);
  });
}

function stored(key: string): Draft | undefined {
  const draft = tryStorage((storage): Draft | null => JSON.parse(storage.getItem(key) ?? 'null'));
  return draft && Date.now() - draft.at < longest ? draft : undefined;
}

function store(key: string, draft: Draft): void {
  tryStorage((storage) => storage.setItem(key, JSON.stringify(draft)));
}

/**
 * Calls `use` with the browser's storage and returns its result. Returns undefined if storage is disabled or full, so
 * that drafts are not kept.
 */
function tryStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
