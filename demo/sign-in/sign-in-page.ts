import type { Language } from '../../contract/kit/fields.ts';
import { escaped } from '../../server/kit/mail-template.ts';
import { pageFrame } from '../../simulators/pages/page-frame.ts';

/** A button on the page: a person to sign in as, or another action. */
export interface SignInChoice {
  /** The address to which the button's form is sent. */
  address: string;
  label: string;
  text?: string;
}

/**
 * Renders the sign-in page of the simulated identity provider; returns the HTML and a content security policy that
 * allows its styles.
 */
export function signInPage({
  actions,
  home,
  ...page
}: {
  language: Language;
  title: string;
  notice: string;
  heading: string;
  actions: SignInChoice[];
  /** A link back to the app, if there is nothing to do on this page. */
  home: { address: string; label: string } | undefined;
}): { html: string; policy: string } {
  const form = ({ address, label, text }: SignInChoice) => `
<form class="bare" method="post" action="${escaped(address)}">
<button type="submit" class="${text ? 'choice' : 'plain'}"><strong>${escaped(label)}</strong>${text ? `<span>${escaped(text)}</span>` : ''}</button>
</form>`;
  const link = home ? `<a href="${escaped(home.address)}">${escaped(home.label)}</a>` : '';
  return pageFrame({ ...page, content: actions.map(form).join('') + link });
}
