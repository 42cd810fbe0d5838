import { randomBytes } from 'node:crypto';
import type { Language } from '../../contract/kit/fields.ts';
import { escaped } from '../../server/kit/mail-template.ts';

/** Returns the text for a key of the `sandbox` namespace, in the language of the page. */
export type Text = (key: string) => string;

/**
 * Renders a page of a simulator: a notice that it is a simulator, a heading unless it is empty, and `content`, which is
 * HTML. `policy` is the content security policy that allows the page's styles.
 */
export function pageFrame(page: {
  language: Language;
  title: string;
  notice: string;
  heading: string;
  content: string;
}): { html: string; policy: string } {
  const nonce = randomBytes(16).toString('base64');
  return {
    policy: `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`,
    html: `<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(page.title)}</title>
<style nonce="${nonce}">${styles}</style>
</head>
<body>
<main>
<h1>${escaped(page.title)}</h1>
<p class="notice">${escaped(page.notice)}</p>
${page.heading ? `<h2>${escaped(page.heading)}</h2>` : ''}
${page.content}
</main>
</body>
</html>
`,
  };
}

/** The pages deliberately look different from the app, because they are not part of the app. */
const styles = `
:root { --ground: #e7ecf3; --sheet: #fff; --ink: #16202e; --soft: #46566b; --line: #b9c5d4; --edge: #5d6f86; --mark: #1f4f8f; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #0d131c; --sheet: #17202c; --ink: #e8edf4; --soft: #a9b7c9; --line: #324257; --edge: #7e91a9; --mark: #8fb8f0; }
}
* { box-sizing: border-box; margin: 0; }
body { display: grid; place-items: center; min-height: 100dvh; padding: 16px; color: var(--ink); background: var(--ground); font: 17px/1.45 system-ui, sans-serif; }
main { display: grid; gap: 14px; width: 100%; max-width: 27rem; padding: 28px 24px 20px; background: var(--sheet); border: 1px solid var(--line); border-top: 6px solid var(--mark); border-radius: 6px; }
form { display: grid; gap: 12px; padding-top: 14px; border-top: 1px solid var(--line); }
form.bare { padding: 0; border: 0; }
fieldset { display: grid; gap: 4px; padding: 8px 14px; border: 1px solid var(--line); border-radius: 6px; }
legend { padding: 0 6px; font-weight: 700; }
h1 { font-size: 27px; line-height: 1.15; }
h2 { font-size: 19px; overflow-wrap: anywhere; }
label { display: grid; gap: 4px; overflow-wrap: anywhere; }
fieldset label { display: flex; gap: 10px; align-items: center; min-height: 44px; }
input, select { min-height: 44px; padding: 8px 10px; color: inherit; font: inherit; background: var(--sheet); border: 1px solid var(--edge); border-radius: 6px; }
input[type="radio"], input[type="checkbox"] { min-height: 0; width: 20px; height: 20px; }
.notice { padding: 12px 14px; color: var(--soft); border: 2px dashed var(--line); border-radius: 6px; }
button { min-height: 44px; padding: 12px 14px; color: var(--sheet); font: inherit; font-weight: 700; background: var(--mark); border: 1px solid var(--mark); border-radius: 6px; cursor: pointer; }
button.choice { display: grid; gap: 2px; width: 100%; color: inherit; background: none; border-color: var(--edge); font-weight: 400; text-align: left; overflow-wrap: anywhere; }
button.choice span { color: var(--soft); font-size: 15px; }
button.plain { color: inherit; background: none; border-color: var(--edge); font-weight: 400; }
:focus-visible { outline: 3px solid var(--mark); outline-offset: 2px; }
a { display: block; padding: 10px 0; color: inherit; font-weight: 700; text-underline-offset: 4px; }
`;
