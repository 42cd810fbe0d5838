-- People and how they come in

create table guest_codes (
  id int generated always as identity primary key,
  code text not null,
  -- upper case without spaces and dashes: what is compared
  normalised_code text not null unique,
  valid_from timestamptz,
  valid_until timestamptz,
  maximum_uses int check (maximum_uses > 0),
  uses int not null default 0,
  allowed_mail_domains text[] not null default '{}',
  constraint uses_within_maximum check (uses <= maximum_uses)
);

create table people (
  id int generated always as identity primary key,
  email text not null,
  given_name text not null,
  surname text not null,
  -- the name without case and accents: decides the order inside a tie, the same on every engine
  sort_name text collate "C" not null,
  language text not null,
  -- none: cannot sign in with a password
  password_hash text,
  role text not null default 'participant' check (role in ('participant', 'moderator', 'organiser')),
  guest_code_id int references guest_codes,
  created_at timestamptz not null
);
create unique index people_email on people (lower(email));

-- Layout of connect-pg-simple, which reads and writes it
create table sessions (
  sid text primary key,
  sess json not null,
  expire timestamptz not null
);
create index sessions_expire on sessions (expire);

-- Layout of rate-limiter-flexible, which reads and writes it
create table failed_attempts (
  key text primary key,
  points int not null default 0,
  expire bigint
);

-- Configuration

create table configs (
  key text primary key,
  value jsonb not null
);

create table menu_items (
  language text not null,
  position int not null,
  label text not null,
  url text not null,
  primary key (language, position)
);

-- Sports, challenges, maps

create table sports (
  id int generated always as identity primary key,
  name text not null unique,
  type text not null check (type in ('running', 'cycling', 'walking', 'other')),
  approved boolean not null default false,
  km_factor numeric(6, 3) not null default 1 check (km_factor >= 0),
  km_per_hour numeric(6, 3) not null check (km_per_hour >= 0),
  metres_per_step numeric(6, 3) not null default 0.7 check (metres_per_step >= 0)
);

create table sport_labels (
  sport_id int not null references sports on delete cascade,
  language text not null,
  label text not null,
  primary key (sport_id, language)
);

create table progress_maps (
  id int generated always as identity primary key,
  name text not null,
  view_box text not null,
  defs text not null,
  base_map text not null,
  dynamic_path_definitions jsonb not null,
  progress_marker_definitions jsonb not null
);

create table challenges (
  id int generated always as identity primary key,
  uuid uuid not null unique default gen_random_uuid(),
  uri text not null unique,
  type text not null check (type in ('distance', 'abstraction')),
  abstraction_conversion numeric,
  kilometers numeric not null check (kilometers > 0),
  -- calendar dates in time_zone, both included
  starts_on date not null,
  ends_on date not null check (ends_on >= starts_on),
  time_zone text not null default 'Europe/Brussels',
  -- the end plus the grace period: from then on the results are frozen
  closes_at timestamptz not null,
  progress_map_id int references progress_maps,
  check ((type = 'abstraction') = (abstraction_conversion is not null))
);

create table challenge_translations (
  challenge_id int not null references challenges on delete cascade,
  position int not null,
  language text not null,
  name text not null,
  description text not null,
  eye_catcher text not null,
  introduction text not null,
  abstraction_label text,
  primary key (challenge_id, language)
);

-- Activities and what is kept of them

create table activities (
  id bigint generated always as identity primary key,
  uuid uuid not null unique default gen_random_uuid(),
  person_id int not null references people,
  sport_id int not null references sports,
  performed_on date not null,
  amount_type text not null check (amount_type in ('time', 'km', 'steps')),
  seconds int check (seconds between 1 and 359999),
  metres int check (metres between 1 and 999990),
  steps int check (steps between 1 and 200000),
  info text,
  counted_metres int not null check (counted_metres >= 0),
  created_at timestamptz not null,
  constraint one_amount check (
    (seconds is not null) = (amount_type = 'time')
    and (metres is not null) = (amount_type = 'km')
    and (steps is not null) = (amount_type = 'steps')
  )
);
create index activities_newest on activities (performed_on desc, id desc);
create index activities_of_person on activities (person_id, performed_on desc, id desc);

-- What a person's day holds in timed activities; the check is the rule, so that no race gets past it
create table day_times (
  person_id int not null references people,
  day date not null,
  seconds int not null,
  primary key (person_id, day),
  constraint day_holds_24_hours check (seconds <= 86400)
);

-- A person's sums on a board: 'all', 'week:2026-11-16', 'month:2026-11' or 'challenge:3',
-- for all sports together ('all') or one of the sport types
create table standings (
  board text collate "C" not null,
  sport text collate "C" not null,
  person_id int not null references people,
  activities int not null,
  metres bigint not null,
  -- kilometres as displayed, times a hundred: what ranks are made of
  hundredths bigint not null generated always as ((metres + 5) / 10) stored,
  primary key (board, sport, person_id)
);
create index standings_ranked on standings (board, sport, hundredths desc, person_id);

-- Sums of everybody on the boards 'all' and 'challenge:N', by sport. Spread over shards, so that
-- people who log at the same moment do not wait for one another's row.
create table board_totals (
  board text collate "C" not null,
  sport_id int not null references sports,
  shard smallint not null,
  activities int not null,
  metres bigint not null,
  primary key (board, sport_id, shard)
);
