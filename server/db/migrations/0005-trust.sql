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

-- What people agree to. A text that was published stays as it is; the next one has the next number.

create table consent_texts (
  id int generated always as identity primary key,
  published_at timestamptz not null
);

create table consent_text_contents (
  consent_text_id int not null references consent_texts,
  language text not null,
  title text not null,
  content text not null,
  primary key (consent_text_id, language)
);

-- What a person has said to each text that they were asked about
create table consents (
  person_id int not null references people on delete cascade,
  consent_text_id int not null references consent_texts,
  agrees boolean not null,
  decided_at timestamptz not null,
  primary key (person_id, consent_text_id)
);

-- Who has been told by mail that their account becomes anonymous
create table anonymisation_warnings (
  person_id int primary key references people on delete cascade,
  warned_at timestamptz not null,
  -- the day that the mail named: not before it
  anonymise_on date not null
);
