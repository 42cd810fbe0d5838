import type { Language } from '../../contract/kit/fields.ts';
import type { Mail } from './mail.ts';

/**
 * The colours of an email: `ground` for the line at the top and the button, `on` for the text on the button.
 */
export interface Accent {
  ground: string;
  on: string;
}

/** The content of an email: a heading, paragraphs, one action, and a footer. */
export interface Letter {
  platformName: string;
  /** The company's colour; the platform's own colour if undefined. */
  accent: Accent | undefined;
  language: Language;
  subject: string;
  title: string;
  paragraphs: string[];
  button: { label: string; url: string };
  /** The sentence before the plain-text copy of the button's address. */
  clearLink: string;
  below: string[];
}

/** The app's colours in light mode, for inline styles: mail clients ignore stylesheets. */
const colours = { paper: '#f5efe0', raised: '#fcf8ee', ink: '#14251d', soft: '#4a5a50', line: '#ddd3bc' };
const ownAccent: Accent = { ground: '#c2410c', on: '#fffaf0' };

const font = "font-family: 'Hanken Grotesk', 'Segoe UI', Helvetica, Arial, sans-serif";

/** Renders a letter as an email with a plain-text part and an HTML part. */
export const mailOf = (letter: Letter, to: string): Mail => ({
  to,
  subject: letter.subject,
  text: plainText(letter),
  html: html(letter),
});

function plainText({ title, paragraphs, button, below }: Letter): string {
  return `${[title, ...paragraphs, `${button.label}:\n${button.url}`, ...below].join('\n\n')}\n`;
}

/** Returns the HTML part of an email. All text is escaped, so that names cannot inject HTML. */
function html(letter: Letter): string {
  const { platformName, language, subject, title, paragraphs, button, clearLink, below } = letter;
  const { ground, on } = letter.accent ?? ownAccent;
  const url = escaped(button.url);
  const paragraph = (text: string) => `<p style="margin: 0 0 16px">${escaped(text)}</p>`;
  const small = (text: string) => `<p style="margin: 0 0 8px">${escaped(text)}</p>`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escaped(subject)}</title>
</head>
<body style="margin: 0; background: ${colours.paper}">
<div style="max-width: 520px; margin: 0 auto; padding: 32px 16px; ${font}; font-size: 17px; line-height: 1.5; color: ${colours.ink}">
<p style="margin: 0 0 16px; font-weight: 800; letter-spacing: 0.02em">${escaped(platformName)}</p>
<div style="padding: 32px 24px; background: ${colours.raised}; border: 1px solid ${colours.line}; border-top: 5px solid ${ground}; border-radius: 6px">
<h1 style="margin: 0 0 16px; font-size: 28px; line-height: 1.15; font-weight: 800">${escaped(title)}</h1>
${paragraphs.map(paragraph).join('\n')}
<p style="margin: 24px 0"><a href="${url}" style="display: inline-block; padding: 12px 24px; background: ${ground}; color: ${on}; border-radius: 6px; font-weight: 700; text-decoration: none">${escaped(button.label)}</a></p>
<p style="margin: 0 0 4px; font-size: 15px; color: ${colours.soft}">${escaped(clearLink)}</p>
<p style="margin: 0; font-size: 15px; overflow-wrap: anywhere; word-break: break-all"><a href="${url}" style="color: ${colours.ink}">${url}</a></p>
</div>
<div style="padding: 16px 24px 0; font-size: 15px; color: ${colours.soft}">
${below.map(small).join('\n')}
</div>
</div>
</body>
</html>
`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for use in HTML elements and attributes. */
export const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
