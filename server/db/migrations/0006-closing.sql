-- Long work that shows how far it has come, and goes on where it was when its process died

create table tasks (
  id int generated always as identity primary key,
  kind text not null,
  -- what it is about, as it was named when it was asked for
  subject text,
  -- who asked for it; none: the platform itself, or an account that is gone
  person_id int references people on delete set null,
  input jsonb not null,
  -- how far it has come; written with each step, in the step's own transaction
  cursor jsonb,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  done int not null default 0,
  -- none: not known yet
  total int,
  result jsonb,
  -- key of the problem that it ended with
  problem text,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  check ((state in ('done', 'failed')) = (finished_at is not null)),
  check ((state = 'failed') = (problem is not null))
);

-- How sports count, and how they counted before. The columns of sports are the rule in force.

alter table sports
  -- metres that a person's activities of the sport count on a day at most
  add column daily_cap_metres int check (daily_cap_metres > 0);

create table sport_rules (
  sport_id int not null references sports on delete cascade,
  version int not null,
  km_factor numeric(6, 3) not null,
  km_per_hour numeric(6, 3) not null,
  metres_per_step numeric(6, 3) not null,
  daily_cap_metres int,
  -- none: since the sport is there
  since timestamptz,
  -- none: the platform itself, or an account that is gone
  person_id int references people on delete set null,
  primary key (sport_id, version)
);

-- How challenges end

alter table challenges
  -- hours after the end in which late entries still count; closes_at follows from it
  add column grace_hours int not null default 72 check (grace_hours between 0 and 720),
  -- since when the results stand for good
  add column frozen_at timestamptz,
  -- since when participants do not find it in lists any more
  add column archived_at timestamptz;

-- The results of a challenge as they were frozen: a file that anyone can make a hash of. It names people by number.
create table challenge_results (
  challenge_id int primary key references challenges,
  file text not null,
  -- of the file in UTF-8, in hexadecimal
  sha256 text not null,
  -- who asked for it; none: the platform itself at its time, or an account that is gone
  person_id int references people on delete set null
);

-- Who the numbers are, with the names that were shown then; gone with the account
create table challenge_result_people (
  challenge_id int not null references challenge_results on delete cascade,
  number int not null,
  person_id int not null references people on delete cascade,
  given_name text not null,
  surname text not null,
  name_shown text not null,
  primary key (challenge_id, number)
);
create index challenge_result_people_of_person on challenge_result_people (person_id);
