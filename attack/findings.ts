import type { Case } from './cases.ts';

/** Something that must never happen, and the request that it happened at. */
export interface Finding {
  operation: string;
  /** Findings with the same are one defect. */
  kind: string;
  detail: string;
  request: Case;
  /** Whether it is that the answer took long. */
  isSlow: boolean;
}

/** A request as one can send it again: who, what, with which body. */
export function reproduction({ role, method, url, headers, payload }: Case): string {
  const { 'accept-language': language, 'content-type': type, ...others } = headers;
  const more = {
    ...(language && language !== 'en' ? { 'accept-language': language } : {}),
    ...(type && type !== 'application/json' ? { 'content-type': type } : {}),
    ...others,
  };
  const said = Object.keys(more).length > 0 ? ` ${JSON.stringify(more)}` : '';
  const body = payload === undefined ? '' : ` ${escaped(payload)}`;
  return `${role}: ${method} ${url.slice(0, 600)}${said.slice(0, 300)}${body}`;
}

/** What a terminal shows as it is; the rest as JSON escapes it. */
function escaped(payload: string | Buffer): string {
  if (typeof payload !== 'string')
    return `${payload.length} bytes: ${JSON.stringify(payload.toString('latin1')).slice(0, 300)}`;
  const shown = payload.replace(
    /[^ -~]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return shown.length > 900 ? `${shown.slice(0, 900)}… (${payload.length} characters)` : shown;
}

/** A finding in a few lines; `words` repeat the run that it was found in. */
export const reported = (finding: Finding, words = ''): string =>
  [
    `  FOUND ${finding.kind}`,
    `    ${finding.detail.slice(0, 500)}`,
    `    ${reproduction(finding.request)}`,
    ...(words ? [`    npm run attack -- --operation '${finding.operation}' ${words}`] : []),
  ].join('\n');
