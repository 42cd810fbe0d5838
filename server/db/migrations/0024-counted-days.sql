-- The days that a challenge's boards hold while they are being counted for other dates, both included; the day before
-- the first is the last of none. None: all days of the challenge
alter table challenges add column counted_from date, add column counted_until date;
