-- What people answered about workouts that were removed, for example because a service was disconnected. The workouts
-- are stored as hashes, so that only the same workouts are recognised if they come back.
create table remembered_answers (
  person_id int not null references people on delete cascade,
  one text not null,
  other text not null,
  is_same boolean not null,
  remembered_at timestamptz not null,
  primary key (person_id, one, other)
);
