/** A finding of a check: one line for the operator, with what to do if something is wrong. */
export interface Finding {
  subject: string;
  verdict: 'ok' | 'warning' | 'problem';
  text: string;
}

/** A check of one subject. */
export interface Check {
  subject: string;
  /** Runs the check and adds its findings to `report`. An exception becomes a problem. */
  run(report: Reporter): Promise<void>;
}

/** Collects what a check finds. */
export type Reporter = Record<Finding['verdict'], (text: string) => void>;

/**
 * The maximum time for a check, in milliseconds. Each step of a check has a shorter limit and a more precise
 * message.
 */
const timeout = 30_000;

/** Runs a check. If it takes too long, returns the findings so far and a problem. */
export async function findingsOf({ subject, run }: Check, limit = timeout): Promise<Finding[]> {
  const findings: Finding[] = [];
  const add = (verdict: Finding['verdict']) => (text: string) => findings.push({ subject, verdict, text });
  const report: Reporter = { ok: add('ok'), warning: add('warning'), problem: add('problem') };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`The check did not end within ${limit / 1000} seconds.`)),
      limit,
    );
  });
  try {
    await Promise.race([run(report), late]);
  } catch (error) {
    report.problem((error as Error).message);
  } finally {
    clearTimeout(timer);
  }
  return [...findings];
}
