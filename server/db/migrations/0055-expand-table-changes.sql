-- Which tables have changed lately. Processes keep rows of these tables in memory: they read the rows of transactions that
-- they have not seen yet, and learn from them whether to read the tables again.
create table table_changes (
  id bigint generated always as identity primary key,
  transaction xid8 not null default pg_current_xact_id(),
  subject text not null,
  changed_at timestamptz not null default now()
);
create index table_changes_by_transaction on table_changes (transaction);
insert into table_changes (subject) values ('people');

-- Rows are only ever added, because writers that update the same row would wait for one another.
create function note_table_change() returns trigger language plpgsql as $$
begin
  insert into table_changes (subject) values (tg_argv[0]);
  return null;
end
$$;
create trigger note_table_change after insert or update or delete on people
  for each statement execute function note_table_change('people');
-- For each row, because many statements on sessions find no row.
create trigger note_table_change after insert or update or delete on sessions
  for each row execute function note_table_change('people');
create trigger note_table_change after insert or update or delete on configs
  for each statement execute function note_table_change('settings');
create trigger note_table_change after insert or update or delete on menu_items
  for each statement execute function note_table_change('settings');
create trigger note_table_change after insert or update or delete on challenges
  for each statement execute function note_table_change('settings');
create trigger note_table_change after insert or update or delete on challenge_translations
  for each statement execute function note_table_change('settings');
