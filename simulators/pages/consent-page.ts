import { escaped } from '../../server/kit/mail-template.ts';
import type { Text } from './page-frame.ts';
import type { ServiceInBrowser } from './simulator-in-browser.ts';

/**
 * Returns the form of a service's consent page, as HTML: a choice of people, the permissions, and buttons to allow or
 * cancel.
 */
export function consentForm(service: ServiceInBrowser, action: string, t: Text): string {
  const members = service
    .members()
    .map(
      ({ id, name }, place) =>
        `<label><input type="radio" name="member" value="${escaped(id)}"${place === 0 ? ' checked' : ''}> ${escaped(name)}</label>`,
    );
  const ticks = service.ticks.map(
    ({ value, isTicked }) =>
      `<label><input type="checkbox" name="tick" value="${escaped(value)}"${isTicked ? ' checked' : ''}> ${escaped(value)}</label>`,
  );
  return `<form method="post" action="${escaped(action)}">
<fieldset><legend>${escaped(t('consent.who'))}</legend>${members.join('')}</fieldset>
${ticks.length > 0 ? `<fieldset><legend>${escaped(t('consent.what'))}</legend>${ticks.join('')}</fieldset>` : ''}
<button type="submit" name="decision" value="allow">${escaped(t('consent.allow'))}</button>
<button type="submit" name="decision" value="deny" class="plain">${escaped(t('consent.deny'))}</button>
</form>`;
}
