-- The role of people who see only the statistics
alter table people drop constraint people_role_check,
  add constraint people_role_check check (role in ('participant', 'analyst', 'moderator', 'organiser'));
alter table provisioned_people drop constraint provisioned_people_granted_role_check,
  add constraint provisioned_people_granted_role_check check (granted_role in ('analyst', 'moderator', 'organiser'));
alter table provisioned_groups drop constraint provisioned_groups_role_check,
  add constraint provisioned_groups_role_check check (role in ('analyst', 'moderator', 'organiser'));

-- Which days of a person's activities organisers have opened, and why; the person finds this in the export of their data
create table activity_look_ups (
  id int generated always as identity primary key,
  -- null once the organiser's account is deleted
  organiser_id int references people on delete set null,
  person_id int not null references people on delete cascade,
  day date not null,
  reason text not null,
  at timestamptz not null,
  open_until timestamptz not null
);
create index activity_look_ups_of_person on activity_look_ups (person_id, day);
create index activity_look_ups_of_organiser on activity_look_ups (organiser_id);
