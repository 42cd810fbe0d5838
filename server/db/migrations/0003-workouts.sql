-- Workouts that arrive from services, files and tokens

-- What an activity counts comes from this source; what a person typed in themselves is manual
alter table activities
  add column source text not null default 'manual'
    check (source in ('Fitbit', 'Garmin', 'Polar', 'Strava', 'file', 'token', 'manual')),
  -- false: its owner keeps it, and has set it not to count
  add column counts boolean not null default true,
  -- of a day's steps, those inside walks and runs that are counted by themselves
  add column steps_elsewhere int not null default 0 check (steps_elsewhere >= 0),
  add constraint what_does_not_count check (counts or counted_metres = 0),
  drop constraint one_amount,
  -- what is received may bring several amounts; amount_type is the one that counts
  add constraint amount_that_counts check (
    case amount_type when 'time' then seconds when 'km' then metres else steps end is not null
    and (source <> 'manual' or num_nonnulls(seconds, metres, steps) = 1)
  );

-- Whether a workout of the sport is measured by its distance; else by its time
alter table sports add column has_distance boolean not null default true;

-- What a source calls a sport, where an organiser or a first arrival has said so; the type in lower case
create table sport_mappings (
  source text not null,
  sport_type text not null,
  sport_id int not null references sports,
  primary key (source, sport_type)
);

-- Each record of a workout that arrived. Records of one workout share an activity, and one of them counts.
-- No positions.
create table workouts (
  id bigint generated always as identity primary key,
  uuid uuid not null unique default gen_random_uuid(),
  person_id int not null references people,
  source text not null,
  -- of a manual one the uuid of the activity that it was made of
  external_id text not null,
  activity_id bigint references activities on delete set null,
  counting boolean not null default false,
  -- the owner has said that this one is to count
  chosen boolean not null default false,
  sport_id int not null references sports,
  sport_type text not null,
  performed_on date not null,
  -- none: typed in, or a whole day's steps
  started_at timestamptz,
  elapsed_seconds int check (elapsed_seconds >= 0),
  moving_seconds int check (moving_seconds >= 0),
  metres int check (metres >= 0),
  steps int check (steps >= 0),
  name text,
  device text,
  view_url text,
  came_from text,
  -- told as edited: what is told of it as new came late
  edited boolean not null default false,
  received_at timestamptz not null,
  unique (person_id, source, external_id)
);
create unique index workouts_counting on workouts (activity_id) where counting;
create index workouts_of_activity on workouts (activity_id);
create index workouts_of_person on workouts (person_id, performed_on);

-- Two records that may be one workout, and what their owner says about it: asked where the answer is missing
create table workout_pairs (
  id bigint generated always as identity primary key,
  uuid uuid not null unique default gen_random_uuid(),
  one_id bigint not null references workouts on delete cascade,
  other_id bigint not null references workouts on delete cascade,
  is_same boolean,
  unique (one_id, other_id),
  check (one_id < other_id)
);
create index workout_pairs_of_other on workout_pairs (other_id);

-- Accounts at services that people have coupled

create table couplings (
  id int generated always as identity primary key,
  person_id int not null references people,
  platform text not null check (platform in ('Fitbit', 'Garmin', 'Polar', 'Strava')),
  -- who the person is there; an account there is coupled with one person
  user_id text not null,
  -- encrypted; none once the coupling is dead
  tokens text,
  -- of the access token
  expires_at timestamptz,
  scopes text[] not null,
  -- a process renews the tokens, and has until then
  renewing_until timestamptz,
  coupled_at timestamptz not null,
  -- when the service last handed out a list of workouts
  polled_at timestamptz,
  -- since when only a new consent helps, and why
  dead_since timestamptz,
  death text,
  unique (person_id, platform),
  unique (platform, user_id)
);

-- What is remembered of a service for all people, encrypted
create table platform_memory (
  platform text not null,
  key text not null,
  value text not null,
  primary key (platform, key)
);

-- Until when a service has asked to be left alone
create table platform_pauses (
  platform text primary key,
  until timestamptz not null
);

-- Tokens that people's own apps send workouts with. Only their hash is kept.
create table ingest_tokens (
  id int generated always as identity primary key,
  uuid uuid not null unique default gen_random_uuid(),
  person_id int not null references people on delete cascade,
  name text not null,
  token_hash text not null unique,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index ingest_tokens_of_person on ingest_tokens (person_id);
