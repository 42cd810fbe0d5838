/** What a check has found: one line for the operator, and what to do unless all is well. */
export interface Finding {
  subject: string;
  verdict: 'ok' | 'warning' | 'problem';
  text: string;
}

/** A check of one subject. */
export interface Check {
  subject: string;
  /** Adds findings; an exception becomes a problem. */
  run(found: Found): Promise<void>;
}

/** Collects what a check finds. */
export type Found = Record<Finding['verdict'], (text: string) => void>;

/** The maximum time for a check, in milliseconds. Each wait in it has a shorter limit, which gives a better message. */
const patience = 30_000;

/** Runs a check. If it takes too long, the findings so far are returned, with a problem. */
export async function findingsOf({ subject, run }: Check, limit = patience): Promise<Finding[]> {
  const findings: Finding[] = [];
  const add = (verdict: Finding['verdict']) => (text: string) => findings.push({ subject, verdict, text });
  const found: Found = { ok: add('ok'), warning: add('warning'), problem: add('problem') };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${limit / 1000} seconds.`)), limit);
  });
  try {
    await Promise.race([run(found), late]);
  } catch (error) {
    found.problem((error as Error).message);
  } finally {
    clearTimeout(timer);
  }
  return [...findings];
}
