import i18next from 'i18next';
import type { Answer, CallInput, Operation } from '../../contract/kit/operation.ts';
import { addressOf, CallFailure, failureOf, headersOfCalls } from './call.ts';

/**
 * Calls an operation that takes a file, and reports the upload progress from 0 to 1. If the server is busy, waits as
 * long as the server requests and retries. Throws a CallFailure, like `call`.
 */
export async function callWithFile<Op extends Operation & { file: true }>(
  op: Op,
  input: CallInput<Op>,
  file: File,
  onProgress: (sent: number) => void,
): Promise<Answer<Op>> {
  for (let tries = 1; ; tries += 1) {
    const response = await send(op.method, addressOf(op, input), file, onProgress);
    if (response.ok) return (await response.json()) as Answer<Op>;
    const wait = Number(response.headers.get('retry-after'));
    if (response.status !== 503 || !wait || tries === mostTries) throw await failureOf(op, response);
    await new Promise((resolve) => setTimeout(resolve, wait * 1000));
  }
}

/** The maximum number of attempts: half a minute at one attempt per second. */
const mostTries = 30;

/** Uses `XMLHttpRequest`, because `fetch` does not report upload progress. */
function send(
  method: string,
  address: string,
  file: File,
  onProgress: (sent: number) => void,
): Promise<Response> {
  const body = new FormData();
  body.append('file', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, address);
    for (const [name, value] of Object.entries(headersOfCalls())) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new CallFailure(0, i18next.t('common:offline')));
    request.onload = () => {
      const retryAfter = request.getResponseHeader('retry-after');
      const headers = retryAfter === null ? {} : { 'retry-after': retryAfter };
      resolve(new Response(request.responseText, { status: request.status, headers }));
    };
    request.send(body);
  });
}
