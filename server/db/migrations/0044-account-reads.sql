-- What is still to be read from the services, one row for each thing, until it has been read.
create table account_reads (
  id bigint generated always as identity primary key,
  account_id int not null references connected_accounts on delete cascade,
  platform text not null,
  -- What to read, as JSON; see server/integrations/reading/account-reads.ts.
  what jsonb not null,
  urgency smallint not null,
  noticed_at timestamptz not null,
  due_at timestamptz not null,
  -- How many times it was reported, so that a report that arrives during the reading is not lost.
  reports int not null default 1,
  failures int not null default 0
);
create unique index account_reads_once on account_reads (account_id, md5(what::text));
create index account_reads_due on account_reads (platform, due_at);

-- How many calls a service has counted in its current windows, and how many it allows.
create table service_usage (
  platform text not null,
  name text not null,
  used int not null,
  allowed int not null,
  seconds int not null,
  ends_at timestamptz not null,
  primary key (platform, name)
);

alter table service_states
  -- When a process last waited for webhook events, and until when events may have been missed.
  add column listening_at timestamptz,
  add column missed_until timestamptz;
