-- A challenge that is prepared and was never shown: participants find it nowhere, whatever its days. Until now it was one
-- that went into the archive before its first day.

alter table challenges add column is_hidden boolean not null default false;
update challenges set is_hidden = true
where archived_at is not null and archived_at < (starts_on::timestamp at time zone time_zone);
alter table challenges add constraint hidden_is_archived check (archived_at is not null or not is_hidden);
