-- Mails that organisers find in the outbox: who was to be told what, and what became of it. Neither text nor link.

create table mails (
  id int generated always as identity primary key,
  -- the job that sends it
  queue text not null,
  job_id uuid not null unique,
  -- what the job says, to put it into the queue again
  data jsonb not null,
  kind text not null check (kind in ('activate', 'reset-password', 'invite', 'decision', 'anonymisation', 'test')),
  -- none: nobody has the address that was asked for
  person_id int references people on delete cascade,
  -- by the clock of the queue
  asked_at timestamptz not null default now(),
  -- how often it was not taken
  failed_tries int not null default 0,
  -- what was answered then, in a line; none: it was no mail server that failed
  problem text,
  -- of the last try; none before it
  address text,
  subject text,
  -- none: it waits, or has failed for good, which the job knows; filed: written into the folder of a platform without a
  -- mail server; needless: when its turn came, there was nothing to tell any more
  outcome text check (outcome in ('sent', 'filed', 'needless')),
  settled_at timestamptz,
  check ((outcome is null) = (settled_at is null))
);
create index mails_of_person on mails (person_id);

-- What was last heard of each service, for organisers

create table platform_states (
  platform text primary key,
  -- to the minute
  noticed_at timestamptz,
  succeeded_at timestamptz,
  -- the last call that failed for something that is nobody's own: why, in a word, and in the words of the log
  failed_at timestamptz,
  failure text check (failure in ('limit', 'down', 'operator')),
  failure_text text,
  -- when the service last agreed to send its notices here, and why not since
  subscribed_at timestamptz,
  subscription_problem text
);
insert into platform_states (platform) values ('Fitbit'), ('Garmin'), ('Polar'), ('Strava');
