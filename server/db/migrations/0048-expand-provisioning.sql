-- People and groups that the company's directory provisions by SCIM

create table provisioning_tokens (
  id int generated always as identity primary key,
  uuid uuid not null unique default gen_random_uuid(),
  name text not null,
  token_hash text not null unique,
  created_by int references people on delete set null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index provisioning_tokens_of_person on provisioning_tokens (created_by);

-- What the directory says about an account; its names and address are in `people`
create table provisioned_people (
  person_id int primary key references people on delete cascade,
  user_name text not null,
  external_id text,
  active boolean not null,
  -- what the person got from a group, and loses when they leave it
  granted_role text check (granted_role in ('moderator', 'organiser')),
  granted_team_id int references teams on delete set null,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create unique index provisioned_people_user_name on provisioned_people (lower(user_name));
create index provisioned_people_external_id on provisioned_people (external_id);
create index provisioned_people_of_team on provisioned_people (granted_team_id) where granted_team_id is not null;

create table provisioned_groups (
  id int generated always as identity primary key,
  display_name text not null,
  external_id text,
  -- what its members get; null: nothing
  role text check (role in ('moderator', 'organiser')),
  team_id int references teams on delete set null,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create unique index provisioned_groups_display_name on provisioned_groups (lower(display_name));
create index provisioned_groups_external_id on provisioned_groups (external_id);
create index provisioned_groups_of_team on provisioned_groups (team_id) where team_id is not null;

create table provisioned_group_members (
  group_id int not null references provisioned_groups on delete cascade,
  person_id int not null references provisioned_people on delete cascade,
  added_at timestamptz not null,
  primary key (group_id, person_id)
);
create index provisioned_group_members_of_person on provisioned_group_members (person_id);
