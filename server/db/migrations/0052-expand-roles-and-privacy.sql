-- The role of people who see only the statistics
alter table people drop constraint people_role_check,
  add constraint people_role_check check (role in ('participant', 'analyst', 'moderator', 'organiser'));
alter table provisioned_people drop constraint provisioned_people_granted_role_check,
  add constraint provisioned_people_granted_role_check check (granted_role in ('analyst', 'moderator', 'organiser'));
alter table provisioned_groups drop constraint provisioned_groups_role_check,
  add constraint provisioned_groups_role_check check (role in ('analyst', 'moderator', 'organiser'));
