import { DateField, type DateFieldProps } from 'react-admin';

const toTheMinute = { dateStyle: 'medium', timeStyle: 'short' } as const;

/** A moment by its date and its time, to the minute, in the zone of who looks. */
export function MomentField(props: Omit<DateFieldProps, 'showTime' | 'options'>) {
  return <DateField {...props} showTime options={toTheMinute} />;
}
