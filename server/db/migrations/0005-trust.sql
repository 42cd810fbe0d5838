-- The first organiser

-- The link that the server printed at its last start; only its hash is kept, and it goes when it is used
create table first_organiser_link (
  id int primary key default 1 check (id = 1),
  token_hash text not null,
  expires_at timestamptz not null
);

-- Codes of an app on a phone, asked for after the password (RFC 6238)

create table second_factors (
  person_id int primary key references people on delete cascade,
  -- encrypted
  secret text not null,
  begun_at timestamptz not null,
  -- none: the first code has not been given yet, and none is asked for
  enrolled_at timestamptz,
  -- the latest time step whose code was taken: each is taken once
  last_step bigint not null default 0
);

-- What opens the account once each where the phone is lost. Only their hash is kept.
create table recovery_codes (
  person_id int not null references second_factors on delete cascade,
  code_hash text not null,
  primary key (person_id, code_hash)
);
