alter table tasks drop column if exists uuid;

alter table challenges
  add column if not exists grace_hours int not null default 72 check (grace_hours between 0 and 720),
  add column if not exists frozen_at timestamptz,
  add column if not exists archived_at timestamptz;

create table if not exists challenge_results (
  challenge_id int primary key references challenges,
  file text not null,
  sha256 text not null,
  person_id int references people on delete set null
);
create table if not exists challenge_result_people (
  challenge_id int not null references challenge_results on delete cascade,
  number int not null,
  person_id int not null references people on delete cascade,
  given_name text not null,
  surname text not null,
  name_shown text not null,
  primary key (challenge_id, number)
);
create index if not exists challenge_result_people_of_person on challenge_result_people (person_id);
