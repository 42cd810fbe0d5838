import type { Language } from '../../contract/kit/fields.ts';
import { escaped } from '../../server/kit/mail-template.ts';
import { pageFrame } from '../../simulators/page-frame.ts';

/** A person to sign in as, or another action on the page. */
export interface SignInChoice {
  /** The address that its form is sent to. */
  address: string;
  label: string;
  text?: string;
}

/** The sign-in page of the simulated identity provider, and the content security policy that allows its styles. */
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
  /** A link back, if there is nothing to do here. */
  home: { address: string; label: string } | undefined;
}): { html: string; policy: string } {
  const form = ({ address, label, text }: SignInChoice) => `
<form class="bare" method="post" action="${escaped(address)}">
<button type="submit" class="${text ? 'choice' : 'plain'}"><strong>${escaped(label)}</strong>${text ? `<span>${escaped(text)}</span>` : ''}</button>
</form>`;
  const link = home ? `<a href="${escaped(home.address)}">${escaped(home.label)}</a>` : '';
  return pageFrame({ ...page, content: actions.map(form).join('') + link });
}
