-- Every answer of a person to a consent text, in the order in which they were given; `consents` holds the latest of each

create table consent_decisions (
  id bigint generated always as identity primary key,
  person_id int not null references people on delete cascade,
  consent_text_id int not null references consent_texts,
  agrees boolean not null,
  decided_at timestamptz not null
);
create index consent_decisions_of_person on consent_decisions (person_id, id);

insert into consent_decisions (person_id, consent_text_id, agrees, decided_at)
select person_id, consent_text_id, agrees, decided_at from consents order by decided_at, person_id, consent_text_id;

-- A text without a moment is a draft. There is one at a time, so that the numbers are in the order of publication.
alter table consent_texts alter column published_at drop not null;
create unique index consent_texts_draft on consent_texts ((true)) where published_at is null;
