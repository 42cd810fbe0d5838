-- The schema of the queue's tables. The library can create it too, but not in two processes at once: the second fails if
-- its connection remembers that there was no such schema. `create schema` needs a privilege even if the schema exists.
do $$
begin
  if to_regnamespace('jobs') is null then
    create schema jobs;
  end if;
end $$;
