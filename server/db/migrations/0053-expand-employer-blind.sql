-- The mode employer-blind: the details of workouts are encrypted into one column with a key that the database does not
-- contain. See server/db/details-key.ts for the constraints in this mode.
alter table activities add column details text;
alter table source_records add column details text;
alter table connected_accounts add column details text;
alter table ingest_tokens add column details text;

-- In this mode, `user_id` is a hash, and `platform` differs from person to person.
create unique index connected_accounts_user_id_hash on connected_accounts (user_id) where details is not null;

-- A text that only the right key decrypts. If there is a row, the mode is on, for ever.
create table details_key (
  id boolean primary key default true check (id),
  proof text not null
);
