-- What happens around signing in, for organisers, for a few months

create table security_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  kind text not null,
  -- what kind of it, in a word
  detail text,
  -- whose account it is about; none: there is no such account, or it is gone
  person_id int references people on delete set null,
  -- who did it, where it was somebody else
  actor_id int references people on delete set null,
  -- 24 bits of an address of IPv4, 48 of IPv6
  network text,
  -- browser and system, without versions
  browser text,
  times int not null default 1,
  -- of what fails: one row for all of a quarter of an hour, however many there are
  together text unique
);
create index security_events_newest on security_events (at desc, id desc);
create index security_events_of_person on security_events (person_id);
create index security_events_of_actor on security_events (actor_id) where actor_id is not null;
