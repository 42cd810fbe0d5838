import type { FastifyRequest } from 'fastify';
import type { SentFile } from '../../contract/kit/operation.ts';
import { ProblemError, violation } from './problem-error.ts';

/** The media type of file uploads. */
export const fileMediaType = 'multipart/form-data';

/** The maximum number of bytes that boundaries and headers add to a file in a multipart body. */
export const multipartFrame = 64 * 1024;

/** Returns the 413 error on the field `file` for a file that is larger than the route allows. */
export const tooLargeFile = () =>
  new ProblemError(413, 'violations', [{ propertyPath: 'file', key: 'file.tooLarge' }]);

/**
 * Reads the file in the part `file` of a request into memory. Throws a violation on `file` if there is no file or if
 * the file is larger than the route allows.
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
  // Clients may omit the file name.
  return { name: part.filename ?? '', bytes };
}
