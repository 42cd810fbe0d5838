-- How many people of a challenge there were: as they were when it was frozen, and those whose accounts are gone

-- Of accounts that are gone: how many had come on a day, and how many went on one. Nothing says which went with which
create table departed_people (
  day date primary key,
  came int not null default 0,
  went int not null default 0
);

alter table challenge_results add column registered_persons int;
update challenge_results set registered_persons = (
  select count(*) from challenges join people on activated_at < (ends_on + 1)::timestamp at time zone time_zone or exists (
    select from standings
    where board = 'challenge:' || challenges.id and sport = 'all' and person_id = people.id and activities > 0
  )
  where challenges.id = challenge_id
);
alter table challenge_results alter column registered_persons set not null;
