import { DateField, type DateFieldProps } from 'react-admin';

const toTheMinute = { dateStyle: 'medium', timeStyle: 'short' } as const;

/** Shows a date and time to the minute, in the time zone of the browser. */
export function MomentField(props: Omit<DateFieldProps, 'showTime' | 'options'>) {
  return <DateField {...props} showTime options={toTheMinute} />;
}
