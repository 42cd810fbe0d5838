import { DateField, type DateFieldProps } from 'react-admin';

const toTheMinute = { dateStyle: 'medium', timeStyle: 'short' } as const;

/** A moment by date and time, to the minute, in the viewer's time zone. */
export function MomentField(props: Omit<DateFieldProps, 'showTime' | 'options'>) {
  return <DateField {...props} showTime options={toTheMinute} />;
}
