import { type CreationKeys, creationKeys } from '../../contract/kit/creation-keys.ts';

/** Prefix of every draft's key in this browser's storage. */
const prefix = 'draft ';

/** Drafts expire after a week. */
const longest = 7 * 24 * 60 * 60 * 1000;

interface Draft {
  values: Record<string, unknown>;
  /** The initial values of the form: a draft with other ones is outdated. */
  basedOn: string;
  at: number;
  /** Idempotency keys of unanswered calls, so that a retry creates nothing twice. */
  unanswered?: Record<string, string>;
}

export const draftKey = (person: number, of: string) => `${prefix}${person} ${of}`;

/** The draft of a form whose initial values were `basedOn`. */
export function readDraft(key: string, basedOn: string): Draft['values'] | undefined {
  const draft = stored(key);
  return draft?.basedOn === basedOn ? draft.values : undefined;
}

export function writeDraft(key: string, basedOn: string, values: Draft['values']): void {
  store(key, { ...stored(key), values, basedOn, at: Date.now() });
}

const unanswered = new Map<string, string>();

/** The keys of a form's creating calls, stored with its draft so that they survive a reload. */
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

/** Keeps the drafts of the signed-in person only; deletes all if no person is given. */
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

/** Storage may be disabled or full; nothing is kept then. */
function tryStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
