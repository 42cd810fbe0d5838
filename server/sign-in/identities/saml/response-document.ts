import { DOMParser } from '@xmldom/xmldom';
import type { SamlAddresses } from './saml-addresses.ts';

/** The values that a response to our request must contain. */
export interface Expected extends SamlAddresses {
  /** The provider's entity id. */
  issuer: string;
  requestId: string;
}

/**
 * The maximum length of a response, in base64 characters: four times as long as a response with 150 groups.
 */
const longest = 128 * 1024;

/**
 * The maximum numbers of tags and of attributes in a response; a response with 150 groups has 400 of each.
 * The time to check a signature grows with the square of either number. With these limits, no response takes
 * longer than about half a second.
 */
const mostTags = 1200;
const mostAttributes = 1200;

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/** The algorithms that a signature may use. SHA-1 and HMAC, which needs a shared key, are not allowed. */
const algorithms = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  'http://www.w3.org/2001/10/xml-exc-c14n#',
]);

/**
 * Checks the form of a response before its signature is checked. A response must contain exactly one
 * assertion, as a child of the root; no comments, document type or processing instructions; only strong
 * algorithms; and our address and request id. Throws an Error that says what is wrong.
 */
export function checkResponseDocument(encoded: string, expected: Expected): void {
  if (encoded.length > longest) throw new Error('the response is too long');
  if (!/^[A-Za-z0-9+/\s]+=*\s*$/.test(encoded)) throw new Error('the response is not base64');
  const xml = Buffer.from(encoded, 'base64').toString('utf8');
  // Document types can define entities, and comments can split a text so that two parsers read it
  // differently.
  if (xml.includes('<!')) throw new Error('the response has a document type, a comment or a CDATA section');
  if (xml.lastIndexOf('<?') > 0) throw new Error('the response has a processing instruction');
  if (xml.split('<').length > mostTags || xml.split('=').length > mostAttributes)
    throw new Error('the response has too many elements');
  const root = parse(xml);
  if (root.localName !== 'Response') throw new Error('the document is not a response');
  const has = (name: string, value: string) => {
    if (root.getAttribute(name) !== value) throw new Error(`${name} is not ${value}`);
  };
  has('Destination', expected.consumer);
  has('InResponseTo', expected.requestId);
  const all = Array.from(root.getElementsByTagName('*'));
  const named = (name: string) => all.filter(({ localName }) => localName === name);
  const assertions = named('Assertion');
  if (assertions.length !== 1 || assertions[0]?.parentNode !== root)
    throw new Error('the response does not have exactly one assertion');
  const status = named('StatusCode')[0]?.getAttribute('Value');
  if (status !== success) throw new Error(`the status is ${short(status)}`);
  const used = all.flatMap((element) => element.getAttribute('Algorithm') || []);
  const refused = used.find((algorithm) => !algorithms.has(algorithm));
  if (refused) throw new Error(`the response uses ${short(refused)}`);
}

function parse(xml: string): Element {
  const refuse = (_level: string, message: unknown) => {
    throw new Error(`the response is not XML: ${short(message)}`);
  };
  const document = new DOMParser({ errorHandler: refuse }).parseFromString(xml, 'text/xml');
  if (!document?.documentElement) throw new Error('the response is empty');
  return document.documentElement;
}

/** Shortens a text from the response, which anybody may have written, for the log. */
const short = (text: unknown) => String(text).slice(0, 200);
