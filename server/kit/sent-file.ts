import type { FastifyRequest } from 'fastify';
import type { SentFile } from '../../contract/kit/operation.ts';
import { ProblemError, violation } from './problem-error.ts';

/** How a file is sent. */
export const fileMediaType = 'multipart/form-data';

/** What a body has around its file: boundaries and headers. In bytes. */
export const multipartFrame = 64 * 1024;

/** 413, on the field: more than the call takes. */
export const tooLargeFile = () =>
  new ProblemError(413, 'violations', [{ propertyPath: 'file', key: 'file.tooLarge' }]);

/**
 * The file that a request sends in its part `file`, read to its end. Throws a violation on `file` if none is sent or if
 * it is larger than the route allows.
 */
export async function sentFile(request: FastifyRequest): Promise<SentFile> {
  if (!request.isMultipart()) throw violation('file', 'value.required');
  const part = await request.file().catch(() => {
    throw new ProblemError(400, 'badRequest');
  });
  if (part?.fieldname !== 'file') throw violation('file', 'value.required');
  const bytes = await part.toBuffer().catch((failure) => {
    throw failure.code === 'FST_REQ_FILE_TOO_LARGE' ? tooLargeFile() : new ProblemError(400, 'badRequest');
  });
  // Programs may leave the name out.
  return { name: part.filename ?? '', bytes };
}
