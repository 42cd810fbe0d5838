-- Up to here, migrations were edited while they were drafts. A database that has run this one has their released form,
-- which drafts/ has brought it to.
select;
