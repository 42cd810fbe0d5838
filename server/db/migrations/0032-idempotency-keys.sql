-- What creating calls were answered with, for those who ask again with the same Idempotency-Key

create table idempotency_keys (
  -- made of the key and of whose it is, which do not follow from it
  id text primary key,
  -- none: a stranger's, who signs up
  person_id int references people on delete cascade,
  -- made of the call and of what it said
  request text not null,
  -- encrypted
  answer text not null,
  answered_at timestamptz not null
);
create index idempotency_keys_of_person on idempotency_keys (person_id);
