import type { Case } from './cases.ts';

/** A forbidden effect, and the request that caused it. */
export interface Finding {
  operation: string;
  /** The kind of the finding; all findings of the same kind are one bug. */
  kind: string;
  detail: string;
  request: Case;
  /** Whether the finding is that the response was slow. */
  isSlow: boolean;
}

/** Formats a request so that a developer can repeat it: role, method, address and body. */
export function reproduction({ role, method, url, headers, payload }: Case): string {
  const { 'accept-language': language, 'content-type': type, ...others } = headers;
  const more = {
    ...(language && language !== 'en' ? { 'accept-language': language } : {}),
    ...(type && type !== 'application/json' ? { 'content-type': type } : {}),
    ...others,
  };
  const details = Object.keys(more).length > 0 ? ` ${JSON.stringify(more)}` : '';
  const body = payload === undefined ? '' : ` ${escaped(payload)}`;
  return `${role}: ${method} ${url.slice(0, 600)}${details.slice(0, 300)}${body}`;
}

/** Escapes characters that terminals do not show, as in JSON. */
function escaped(payload: string | Buffer): string {
  if (typeof payload !== 'string')
    return `${payload.length} bytes: ${JSON.stringify(payload.toString('latin1')).slice(0, 300)}`;
  const shown = payload.replace(
    /[^ -~]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return shown.length > 900 ? `${shown.slice(0, 900)}… (${payload.length} characters)` : shown;
}

/** Formats a finding for the terminal; `words` are the command-line arguments that reproduce it. */
export const reported = (finding: Finding, options = ''): string =>
  [
    `  FOUND ${finding.kind}`,
    `    ${finding.detail.slice(0, 500)}`,
    `    ${reproduction(finding.request)}`,
    ...(options ? [`    npm run attack -- --operation '${finding.operation}' ${options}`] : []),
  ].join('\n');
