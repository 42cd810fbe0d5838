-- What organisers and moderators change, and what the platform changes by itself

create table change_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- who did it; none: the platform itself, or an account that is gone
  actor_id int references people on delete set null,
  -- their name at that time
  actor text,
  resource text not null,
  resource_id text not null,
  -- whose data it is about, where it is a person's
  subject_id int references people on delete set null,
  action text not null,
  reason text,
  -- only what changed; none before what is new, none after what was removed
  before jsonb,
  after jsonb
);
create index change_log_of_resource on change_log (resource, resource_id, id);
create index change_log_of_subject on change_log (subject_id);
create index change_log_of_actor on change_log (actor_id);

-- Lines stay as they were written, whoever is signed in to the database. What is personal in them goes with the
-- account that it is about, and nothing else of them: the deletion of an account has to forget it.
create function lines_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new.id, new.at, new.resource, new.resource_id, new.action)
        is not distinct from (old.id, old.at, old.resource, old.resource_id, old.action)
      and (new.actor, new.actor_id) is not distinct from (old.actor, old.actor_id)
      and old.subject_id is not null and new.subject_id is null
      and (new.before is null or new.before is not distinct from old.before)
      and (new.after is null or new.after is not distinct from old.after)
      and (new.reason is null or new.reason is not distinct from old.reason) then
      return new;
    end if;
    if (to_jsonb(new) - 'actor_id' - 'actor') = (to_jsonb(old) - 'actor_id' - 'actor')
      and old.actor_id is not null and new.actor_id is null
      and (new.actor is null or new.actor = old.actor) then
      return new;
    end if;
  end if;
  raise exception 'lines of the change log stay as they are';
end $$;
create trigger lines_stay before update or delete on change_log for each row execute function lines_stay();
create trigger lines_stay_all before truncate on change_log execute function lines_stay();
