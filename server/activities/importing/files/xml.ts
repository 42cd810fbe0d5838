import { SaxesParser } from 'saxes';
import { FileFailure } from './file-failure.ts';

/** Receives the elements of a document. Names are without namespace prefix. */
export interface XmlListener {
  /** `path` contains the names from the root to the element. */
  open(name: string, attributes: Record<string, string>, path: string[]): void;
  /** `text` is the text after the last child element, up to the end. */
  close(name: string, text: string, path: string[]): void;
}

/** GPX and TCX nest ten deep, extensions included. */
const deepest = 50;

/** Parses piece by piece: the text of a large file is never completely in memory. */
const pieceSize = 64 * 1024;

/**
 * Reads a document as a stream of elements. `listenerOf` chooses the listener by the root's name. Refuses documents
 * with a DTD, so that only XML's five built-in entities exist. Throws a FileFailure.
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
    // Some exporters write spaces before the declaration, which XML forbids.
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

/** The encoding by byte order mark, else by the declaration, else UTF-8. Throws for an unknown encoding. */
function decoderFor(bytes: Uint8Array): TextDecoder {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  if (head.startsWith('ÿþ')) return new TextDecoder('utf-16le');
  if (head.startsWith('þÿ')) return new TextDecoder('utf-16be');
  return new TextDecoder(/^[^<]*<\?xml[^>]*encoding=["']([\w.-]+)["']/.exec(head)?.[1] ?? 'utf-8');
}

/** A number in a document; undefined if it is invalid. */
export function numberOf(text: string | undefined): number | undefined {
  const value = text ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}

const dateTime = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d(?:\.\d{1,3})?)\d*(Z|[+-]\d\d:\d\d)?$/;

/**
 * A moment of a document (`xsd:dateTime`) in milliseconds since 1970, with its offset from UTC in minutes, if given;
 * without a zone it is UTC, as both formats define. Undefined if it is invalid.
 */
export function momentOf(text: string): { moment: number; utcOffsetMinutes: number | null } | undefined {
  const [, date, time, zone = 'Z'] = dateTime.exec(text) ?? [];
  const moment = Date.parse(`${date}T${time}${zone}`);
  if (Number.isNaN(moment)) return undefined;
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(zone) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  // Many programs write UTC as +00:00, so that is not taken as the local offset.
  return { moment, utcOffsetMinutes: offset || null };
}
