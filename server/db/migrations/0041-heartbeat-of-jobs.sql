-- When a process that does the timed work was last seen, for organisers and monitors

create table jobs_heartbeat (
  id boolean primary key default true check (id),
  seen_at timestamptz not null
);
