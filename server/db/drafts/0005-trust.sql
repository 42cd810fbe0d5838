create table if not exists second_factors (
  person_id int primary key references people on delete cascade,
  secret text not null,
  begun_at timestamptz not null,
  enrolled_at timestamptz,
  last_step bigint not null default 0
);
create table if not exists recovery_codes (
  person_id int not null references second_factors on delete cascade,
  code_hash text not null,
  primary key (person_id, code_hash)
);

create table if not exists consent_texts (
  id int generated always as identity primary key,
  published_at timestamptz not null
);
create table if not exists consent_text_contents (
  consent_text_id int not null references consent_texts,
  language text not null,
  title text not null,
  content text not null,
  primary key (consent_text_id, language)
);
create table if not exists consents (
  person_id int not null references people on delete cascade,
  consent_text_id int not null references consent_texts,
  agrees boolean not null,
  decided_at timestamptz not null,
  primary key (person_id, consent_text_id)
);

create table if not exists anonymisation_warnings (
  person_id int primary key references people on delete cascade,
  warned_at timestamptz not null,
  anonymise_on date not null
);
