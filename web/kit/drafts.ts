import { type CreationKeys, creationKeys } from '../../contract/kit/creation-keys.ts';

/** What every key of a draft begins with in this browser's storage. */
const prefix = 'draft ';

/** After a week nobody goes on with what they had begun. */
const longest = 7 * 24 * 60 * 60 * 1000;

interface Draft {
  values: Record<string, unknown>;
  /** What the form began with: where that has changed meanwhile, the draft is of something else. */
  basedOn: string;
  at: number;
  /** Keys of calls that were sent and not answered: sent again, they create nothing twice. */
  unanswered?: Record<string, string>;
}

export const draftKey = (person: number, of: string) => `${prefix}${person} ${of}`;

/** What was left in a form that began with `basedOn`. */
export function readDraft(key: string, basedOn: string): Draft['values'] | undefined {
  const draft = stored(key);
  return draft?.basedOn === basedOn ? draft.values : undefined;
}

export function writeDraft(key: string, basedOn: string, values: Draft['values']): void {
  store(key, { ...stored(key), values, basedOn, at: Date.now() });
}

const unanswered = new Map<string, string>();

/** The keys of a form's creating calls: kept with its draft, they outlive the page. */
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

/** Leaves the drafts of the person who is signed in, and nobody else's; all go where nobody is given. */
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

/** Storage may be off, or full: then nothing is kept. */
function tryStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
