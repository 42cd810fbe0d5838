-- The mode employer-blind: what a source reported about a workout is encrypted into one column with a key that the
-- database does not contain, and the columns of the single values stay empty. See server/db/workout-details.ts.
alter table activities add column details text,
  drop constraint activities_source_check,
  -- In this mode, an activity only says whether it was typed in or received.
  add constraint activities_source_check
    check (source in ('Fitbit', 'Garmin', 'Polar', 'Strava', 'file', 'token', 'manual', 'received'));
alter table source_records add column details text;

-- In this mode, a row contains hashes of the service and of the person's id there.
alter table connected_accounts add column details text,
  drop constraint connected_accounts_platform_check,
  add constraint connected_accounts_platform_check
    check (platform in ('Fitbit', 'Garmin', 'Polar', 'Strava') or details is not null);
create unique index connected_accounts_user_id_hash on connected_accounts (user_id) where details is not null;

alter table ingest_tokens add column details text;

-- A text that only the right key decrypts. If there is a row, the mode is on, for ever.
create table details_key (
  id boolean primary key default true check (id),
  proof text not null
);
