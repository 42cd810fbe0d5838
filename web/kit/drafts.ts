/** What every key of a draft begins with in this browser's storage. */
const prefix = 'draft ';

/** After a week nobody goes on with what they had begun. */
const longest = 7 * 24 * 60 * 60 * 1000;

interface Draft {
  values: Record<string, unknown>;
  /** What the form began with: where that has changed meanwhile, the draft is of something else. */
  basedOn: string;
  at: number;
}

export const draftKey = (person: number, of: string) => `${prefix}${person} ${of}`;

/** What was left in a form that began with `basedOn`. */
export function readDraft(key: string, basedOn: string): Draft['values'] | undefined {
  const draft = stored(key);
  return draft?.basedOn === basedOn ? draft.values : undefined;
}

export function writeDraft(key: string, basedOn: string, values: Draft['values']): void {
  const draft: Draft = { values, basedOn, at: Date.now() };
  tryStorage((storage) => storage.setItem(key, JSON.stringify(draft)));
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

/** Storage may be off, or full: then nothing is kept. */
function tryStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
