-- What the groups of a person at a service have given them
alter table identities
  add column granted_role text,
  -- the role that the person had before, and gets back when the groups no longer give one
  add column replaced_role text,
  add column granted_team_id int references teams on delete set null;
create index identities_of_team on identities (granted_team_id) where granted_team_id is not null;
