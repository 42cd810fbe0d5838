alter table people add column if not exists session_epoch int not null default 0;

alter table sessions
  add column if not exists person_id int generated always as ((sess ->> 'personId')::int) stored;
create index if not exists sessions_of_person on sessions (person_id);

create or replace function only_of_epoch() returns trigger language plpgsql as $$
begin
  perform from people
  where id = (new.sess ->> 'personId')::int and session_epoch = coalesce((new.sess ->> 'epoch')::int, 0)
  for share;
  if not found then
    return null;
  end if;
  return new;
end $$;
create or replace trigger only_of_epoch before insert on sessions
  for each row when (new.sess ->> 'personId' is not null) execute function only_of_epoch();

alter table team_memberships alter column person_id drop not null;
do $$ begin
  if not exists (
    select from pg_attribute
    where attrelid = 'team_memberships'::regclass and attname = 'former_member' and not attisdropped
  ) then
    alter table team_memberships add column former_member int;
    -- Nothing says which days were one person's: each counts as a member of its own.
    update team_memberships
    set former_member = id, until_day = coalesce(until_day, greatest(from_day, current_date))
    where person_id is null;
    alter table team_memberships
      add check ((person_id is null) = (former_member is not null)),
      add check (person_id is not null or until_day is not null);
  end if;
end $$;

create or replace function team_of(person int, day date) returns int language plpgsql volatile as $$
begin
  perform from people where id = person for key share;
  return (
    select team_id from team_memberships
    where person_id = person and day between from_day and coalesce(until_day, 'infinity')
  );
end $$;

alter table activity_likes add column if not exists id bigint generated always as identity;
