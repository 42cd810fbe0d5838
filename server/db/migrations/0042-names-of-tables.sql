-- Tables get the names of the glossary (docs/glossary.md), and what belongs to them follows.

create temporary table new_names (before text, after text) on commit drop;
insert into new_names values
  ('workouts', 'source_records'),
  ('workout_pairs', 'record_pairs'),
  ('couplings', 'connected_accounts'),
  ('inbox_items', 'cases'),
  ('inbox_decisions', 'case_decisions'),
  ('platform_memory', 'service_memory'),
  ('platform_pauses', 'service_pauses'),
  ('platform_states', 'service_states');

alter table inbox_decisions rename column item_id to case_id;
alter table inbox_decisions rename constraint inbox_decisions_item_id_fkey to inbox_decisions_case_id_fkey;
alter index inbox_decisions_of_item rename to inbox_decisions_of_case;

do $$ declare one record; begin
  for one in select * from new_names loop
    execute format('alter table %I rename to %I', one.before, one.after);
  end loop;
  -- Indexes of primary keys and unique constraints are renamed with them.
  for one in
    select new_names.after, conname as before_name, new_names.after || substr(conname, length(before) + 1) as after_name
    from pg_constraint join new_names on conrelid = to_regclass(after) and starts_with(conname, before || '_')
  loop
    execute format('alter table %I rename constraint %I to %I', one.after, one.before_name, one.after_name);
  end loop;
  for one in
    select relname as before_name, new_names.after || substr(relname, length(before) + 1) as after_name
    from pg_index join pg_class on pg_class.oid = indexrelid
    join new_names on indrelid = to_regclass(after) and starts_with(relname, before || '_')
  loop
    execute format('alter index %I rename to %I', one.before_name, one.after_name);
  end loop;
  for one in
    select before || '_id_seq' as before_name, after || '_id_seq' as after_name
    from new_names where to_regclass(before || '_id_seq') is not null
  loop
    execute format('alter sequence %I rename to %I', one.before_name, one.after_name);
  end loop;
end $$;
