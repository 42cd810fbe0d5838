-- People see their sessions and end them one by one

alter table sessions
  -- what it is known by to its person; never its own id, which is half of what opens it
  add column uuid uuid not null unique default gen_random_uuid(),
  -- one of these is nobody's any more; it stays for a while, so that a request under way does not bring it back
  add column ended boolean not null default false;

-- Leaves out a session that was ended: by itself, or with all sessions of its person, who may be gone. A request that was
-- under way meanwhile would bring it back. Waits for whoever ends it at this moment.
create or replace function only_of_epoch() returns trigger language plpgsql as $$
begin
  perform from people
  where id = (new.sess ->> 'personId')::int and session_epoch = coalesce((new.sess ->> 'epoch')::int, 0)
  for share;
  if not found then
    return null;
  end if;
  -- a statement of its own: it sees what was waited for
  perform from sessions where sid = new.sid and ended;
  if found then
    return null;
  end if;
  return new;
end $$;
