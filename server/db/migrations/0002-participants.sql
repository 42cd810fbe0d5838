-- What others see of a person's name; sort_name follows what is shown

alter table people
  add column name_shown text not null default 'full' check (name_shown in ('full', 'nickname', 'none')),
  add column nickname text,
  add constraint nickname_to_show check (name_shown <> 'nickname' or nickname is not null),
  -- none: the address waits for its link to be followed, and cannot sign in
  add column activated_at timestamptz;
update people set activated_at = created_at;
alter table people
  add column shown_given_name text not null generated always as (
    case name_shown when 'full' then given_name when 'nickname' then nickname else '' end
  ) stored,
  add column shown_surname text not null generated always as (
    case name_shown when 'full' then surname else '' end
  ) stored;

-- Whose a session is, and whether it still holds

alter table people
  -- how often all sessions of the person were ended
  add column session_epoch int not null default 0;
alter table sessions
  -- none: a visitor's. Read when the row is written: a document that cannot be read is refused then.
  add column person_id int generated always as ((sess ->> 'personId')::int) stored;
create index sessions_of_person on sessions (person_id);

-- Leaves out a session that was begun before its person's sessions were ended, or whose person is gone: a request
-- that was under way meanwhile would bring it back. Waits for whoever ends them at this moment.
create function only_of_epoch() returns trigger language plpgsql as $$
begin
  perform from people
  where id = (new.sess ->> 'personId')::int and session_epoch = coalesce((new.sess ->> 'epoch')::int, 0)
  for share;
  if not found then
    return null;
  end if;
  return new;
end $$;
create trigger only_of_epoch before insert on sessions
  for each row when (new.sess ->> 'personId' is not null) execute function only_of_epoch();

-- Links that go out by mail. Only their hash is kept; a link that was followed is gone.
create table mailed_links (
  token_hash text primary key,
  person_id int not null references people on delete cascade,
  purpose text not null check (purpose in ('activate', 'reset-password')),
  expires_at timestamptz not null
);
create index mailed_links_of_person on mailed_links (person_id);

-- Accounts of other services that sign a person in
create table identities (
  issuer text not null,
  subject text not null,
  person_id int not null references people on delete cascade,
  created_at timestamptz not null,
  primary key (issuer, subject)
);
create index identities_of_person on identities (person_id);

-- Teams

create table teams (
  id int generated always as identity primary key,
  uuid uuid not null unique default gen_random_uuid(),
  name text not null,
  -- as people.sort_name
  sort_name text collate "C" not null,
  -- none: everybody has left
  captain_id int references people,
  created_at timestamptz not null
);
create unique index teams_name on teams (lower(name));

-- The days that a person's kilometres belonged to a team, both ends included; without an end they still do
create table team_memberships (
  id int generated always as identity primary key,
  team_id int not null references teams,
  -- none: the account is gone; the days stay, so that the team's average does
  person_id int references people,
  from_day date not null,
  until_day date check (until_day >= from_day),
  joined_at timestamptz not null,
  -- of an account that is gone: the number of the person's first membership in the team, to count them once
  former_member int,
  check ((person_id is null) = (former_member is not null)),
  check (person_id is not null or until_day is not null)
);
create unique index team_memberships_one_at_a_time on team_memberships (person_id) where until_day is null;
create index team_memberships_of_person on team_memberships (person_id, from_day);
create index team_memberships_of_team on team_memberships (team_id);

-- The team that a person's kilometres of a day belong to. Holds the person's row, which joining and leaving
-- take for themselves, and only then reads: what it says stays true until the transaction ends.
create function team_of(person int, day date) returns int language plpgsql volatile as $$
begin
  perform from people where id = person for key share;
  return (
    select team_id from team_memberships
    where person_id = person and day between from_day and coalesce(until_day, 'infinity')
  );
end $$;

-- A team's sums on a board; boards and sports as in standings
create table team_standings (
  board text collate "C" not null,
  sport text collate "C" not null,
  team_id int not null references teams,
  activities int not null,
  metres bigint not null,
  primary key (board, sport, team_id)
);

-- What people whose accounts are gone have added, by day and sport, and team if any: so that totals stay
create table anonymous_sums (
  day date not null,
  sport_id int not null references sports,
  team_id int references teams,
  activities int not null,
  metres bigint not null,
  unique nulls not distinct (day, sport_id, team_id)
);

alter table guest_codes
  -- whoever signs up with the code joins this team
  add column team_id int references teams,
  -- a team's code was made by somebody who came with this one: its limits hold too, and its uses count
  add column parent_id int references guest_codes;

-- What people say about activities

create table activity_likes (
  -- the order that they came in
  id bigint generated always as identity,
  activity_id bigint not null references activities on delete cascade,
  person_id int not null references people,
  created_at timestamptz not null,
  primary key (activity_id, person_id)
);
create index activity_likes_of_person on activity_likes (person_id);

create table activity_comments (
  id bigint generated always as identity primary key,
  uuid uuid not null unique default gen_random_uuid(),
  activity_id bigint not null references activities on delete cascade,
  person_id int not null references people,
  content text not null,
  created_at timestamptz not null
);
create index activity_comments_of_activity on activity_comments (activity_id, id desc);
create index activity_comments_of_person on activity_comments (person_id);

create table activity_comment_flags (
  comment_id bigint not null references activity_comments on delete cascade,
  person_id int not null references people,
  reason text not null,
  created_at timestamptz not null,
  primary key (comment_id, person_id)
);
create index activity_comment_flags_of_person on activity_comment_flags (person_id);

-- Questions and answers

create table faq_libraries (
  id int generated always as identity primary key
);

create table faq_library_names (
  library_id int not null references faq_libraries on delete cascade,
  language text not null,
  name text not null,
  primary key (library_id, language)
);

create table faq_questions (
  id int generated always as identity primary key,
  library_id int not null references faq_libraries on delete cascade,
  position int not null
);
create index faq_questions_of_library on faq_questions (library_id, position);

create table faq_question_texts (
  question_id int not null references faq_questions on delete cascade,
  language text not null,
  problem text not null,
  solution text not null,
  primary key (question_id, language)
);
