import { escaped } from '../../server/kit/mail-template.ts';
import type { Text } from './page-frame.ts';
import type { Recorded, ServiceInBrowser } from './simulator-in-browser.ts';

function fields(service: ServiceInBrowser, t: Text, of?: Recorded): string {
  const local = of?.startedAt
    .add({ minutes: of.utcOffsetMinutes })
    .toZonedDateTimeISO('UTC')
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' });
  const options = service.sportTypes.map(
    (type) => `<option${type === of?.sportType ? ' selected' : ''}>${escaped(type)}</option>`,
  );
  return `<label>${escaped(t('workout.sport'))}<select name="sportType">${options.join('')}</select></label>
<label>${escaped(t('workout.start'))}<input type="datetime-local" name="start" required value="${local ?? ''}"></label>
<label>${escaped(t('workout.minutes'))}<input type="number" name="minutes" min="1" required value="${of ? of.elapsedSeconds / 60 : 30}"></label>
<label>${escaped(t('workout.kilometres'))}<input type="number" name="kilometres" min="0" step="0.001" required value="${of ? (of.metres ?? 0) / 1000 : 5}"></label>`;
}

/** Returns the form that records a new workout, as HTML. */
export const recordForm = (service: ServiceInBrowser, action: string, t: Text) =>
  `<form method="post" action="${escaped(action)}"><h2>${escaped(t('workout.new'))}</h2>${fields(service, t)}
<button type="submit">${escaped(t('workout.record'))}</button></form>`;

/** Returns the form that changes or removes a recorded workout, as HTML. */
export const recordedForm = (service: ServiceInBrowser, action: string, one: Recorded, t: Text) =>
  `<form method="post" action="${escaped(action)}"><h2>${escaped(one.name ?? one.sportType)}</h2>${fields(service, t, one)}
<button type="submit">${escaped(t('workout.save'))}</button>
<button type="submit" name="remove" value="yes" class="plain" formnovalidate>${escaped(t('workout.remove'))}</button></form>`;
