import { create } from 'content-disposition';

/**
 * Returns the `Content-Disposition` header of a file download. Organisers can change the texts that file
 * names are made from, so a name may contain any characters.
 */
export const attachment = (fileName: string): string => create(fileName.replace(/[\p{Cc}/\\]+/gu, '-'));
