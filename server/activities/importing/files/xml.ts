import { SaxesParser } from 'saxes';
import { FileFailure } from './file-failure.ts';

/** Receives the elements of a document. Element names have no namespace prefix. */
export interface XmlListener {
  /** Called for each start tag. `path` contains the element names from the root to this element. */
  open(name: string, attributes: Record<string, string>, path: string[]): void;
  /** Called for each end tag. `text` is the text between the last child element and the end tag. */
  close(name: string, text: string, path: string[]): void;
}

/** The maximum nesting depth. GPX and TCX documents with extensions are about ten levels deep. */
const deepest = 50;

/** The number of bytes decoded at a time, so that the text of a large file is never in memory as a whole. */
const pieceSize = 64 * 1024;

/**
 * Reads a document as a stream of elements. `listenerOf` chooses the listener by the name of the root element. Throws a
 * FileFailure for invalid XML, and for documents with a DTD, because a DTD can define entities.
 */
export function readXml(bytes: Uint8Array, listenerOf: (root: string) => XmlListener): void {
  const path: string[] = [];
  let listener: XmlListener | undefined;
  let text = '';
  const parser = new SaxesParser({ xmlns: false, position: false });
  const fail = () => {
    throw new FileFailure('broken');
  };
  parser.on('error', fail);
  parser.on('doctype', fail);
  parser.on('opentag', ({ name, attributes }) => {
    const local = name.slice(name.indexOf(':') + 1);
    path.push(local);
    if (path.length > deepest) fail();
    listener ??= listenerOf(local);
    listener.open(local, attributes, path);
    text = '';
  });
  parser.on('text', (piece) => {
    text += piece;
  });
  parser.on('cdata', (piece) => {
    text += piece;
  });
  parser.on('closetag', () => {
    listener?.close(path.at(-1) ?? '', text.trim(), path);
    path.pop();
    text = '';
  });
  try {
    const decoder = decoderFor(bytes);
    // Some exporters write spaces before the XML declaration, which XML does not allow.
    let rest = decoder.decode(bytes.subarray(0, pieceSize), { stream: true }).trimStart();
    for (let at = pieceSize; at < bytes.length; at += pieceSize) {
      parser.write(rest);
      rest = decoder.decode(bytes.subarray(at, at + pieceSize), { stream: true });
    }
    parser.write(rest + decoder.decode()).close();
  } catch (failure) {
    throw failure instanceof FileFailure ? failure : new FileFailure('broken');
  }
}

/**
 * Returns a decoder for the encoding in the byte order mark or the XML declaration, with UTF-8 as the default. Throws
 * if the encoding is unknown.
 */
function decoderFor(bytes: Uint8Array): TextDecoder {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  if (head.startsWith('ÿþ')) return new TextDecoder('utf-16le');
  if (head.startsWith('þÿ')) return new TextDecoder('utf-16be');
  return new TextDecoder(/^[^<]*<\?xml[^>]*encoding=["']([\w.-]+)["']/.exec(head)?.[1] ?? 'utf-8');
}

/** Parses a number in a document. Returns undefined if the number is invalid. */
export function numberOf(text: string | undefined): number | undefined {
  const value = text ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}

const dateTime = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d(?:\.\d{1,3})?)\d*(Z|[+-]\d\d:\d\d)?$/;

/**
 * Parses a date and time (`xsd:dateTime`) into milliseconds since 1970 and a UTC offset in minutes. A time without a
 * zone is in UTC, as GPX and TCX specify. Returns undefined if the text is invalid.
 */
export function momentOf(text: string): { moment: number; utcOffsetMinutes: number | null } | undefined {
  const [, date, time, zone = 'Z'] = dateTime.exec(text) ?? [];
  const moment = Date.parse(`${date}T${time}${zone}`);
  if (Number.isNaN(moment)) return undefined;
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(zone) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  // Many programs write UTC as +00:00, so an offset of zero does not count as a local time zone.
  return { moment, utcOffsetMinutes: offset || null };
}
