import { escaped } from '../../server/kit/mail-template.ts';

/** One of the things to do on the sandbox's page. */
export interface SignInChoice {
  /** The address that its form is sent to. */
  address: string;
  label: string;
  text?: string;
}

/** The page of the sandbox: that it is one, and whom one can be. `nonce` allows its styles. */
export function signInPage(page: {
  language: string;
  title: string;
  notice: string;
  heading: string;
  actions: SignInChoice[];
  /** A link back, if there is nothing to do here. */
  home: { address: string; label: string } | undefined;
  nonce: string;
}): string {
  const form = ({ address, label, text }: SignInChoice) => `
<form method="post" action="${escaped(address)}">
<button type="submit"${text ? '' : ' class="plain"'}><strong>${escaped(label)}</strong>${text ? `<span>${escaped(text)}</span>` : ''}</button>
</form>`;
  return `<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(page.title)}</title>
<style nonce="${page.nonce}">${styles}</style>
</head>
<body>
<main>
<h1>${escaped(page.title)}</h1>
<p class="notice">${escaped(page.notice)}</p>
${page.heading ? `<h2>${escaped(page.heading)}</h2>` : ''}${page.actions.map(form).join('')}
${page.home ? `<a href="${escaped(page.home.address)}">${escaped(page.home.label)}</a>` : ''}
</main>
</body>
</html>
`;
}

/** Looks different from the app, as people have left it. */
const styles = `
:root { --ground: #e7ecf3; --sheet: #fff; --ink: #16202e; --soft: #46566b; --line: #b9c5d4; --edge: #5d6f86; --mark: #1f4f8f; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #0d131c; --sheet: #17202c; --ink: #e8edf4; --soft: #a9b7c9; --line: #324257; --edge: #7e91a9; --mark: #8fb8f0; }
}
* { box-sizing: border-box; margin: 0; }
body { display: grid; place-items: center; min-height: 100dvh; padding: 16px; color: var(--ink); background: var(--ground); font: 17px/1.45 system-ui, sans-serif; }
main { display: grid; gap: 14px; width: 100%; max-width: 27rem; padding: 28px 24px 20px; background: var(--sheet); border: 1px solid var(--line); border-top: 6px solid var(--mark); border-radius: 6px; }
h1 { font-size: 27px; line-height: 1.15; }
h2 { margin-top: 12px; font-size: 19px; }
.notice { padding: 12px 14px; color: var(--soft); border: 2px dashed var(--line); border-radius: 6px; }
button { display: grid; gap: 2px; width: 100%; min-height: 44px; padding: 12px 14px; color: inherit; font: inherit; text-align: left; background: none; border: 1px solid var(--edge); border-radius: 6px; cursor: pointer; overflow-wrap: anywhere; }
button:hover { border-color: var(--mark); box-shadow: inset 4px 0 var(--mark); }
button:focus-visible { outline: 3px solid var(--mark); outline-offset: 2px; }
span { color: var(--soft); font-size: 15px; }
a { padding: 10px 0; color: inherit; font-weight: 700; text-underline-offset: 4px; }
.plain { justify-content: center; border-color: transparent; color: var(--soft); text-decoration: underline; text-underline-offset: 4px; }
`;
