-- Words for sports that nobody knows wait for organisers here. They are no sports: participants never see them

-- The one sport of everything whose sport is not known yet. It counts nothing and cannot be chosen
insert into sports (id, name, type, approved, km_factor, km_per_hour) overriding system value
values (0, '', 'other', false, 0, 5);
insert into sport_labels (sport_id, language, label) values
  (0, 'en', 'Sport to be confirmed'),
  (0, 'fr', 'Sport à confirmer'),
  (0, 'nl', 'Sport nog te bevestigen');

create table waiting_sport_types (
  source text not null,
  -- as in sport_mappings
  sport_type text not null check (length(sport_type) <= 60),
  -- who brought it first: nobody brings many
  person_id int references people on delete set null,
  since timestamptz not null,
  primary key (source, sport_type)
);
create index waiting_sport_types_of_person on waiting_sport_types (person_id, since);

-- Sports that were made of such words, and that no organiser has touched, become words again. What counts nothing goes
-- on to count nothing. Which activities are of a word follows from their records
create temporary table former_sports as
select id from sports
where id > 0 and not approved and km_factor = 0 and type = 'other'
  and exists (select from sport_mappings where sport_id = sports.id)
  and not exists (select from sport_rules where sport_id = sports.id)
  and not exists (select from activities where sport_id = sports.id and (source = 'manual' or counted_metres > 0))
  and not exists (
    select from tasks where state in ('waiting', 'running', 'failed') and input ->> 'sportId' = sports.id::text
  );
insert into waiting_sport_types (source, sport_type, since)
select source, left(sport_type, 60), now() from sport_mappings where sport_id in (select id from former_sports)
on conflict do nothing;
delete from sport_mappings where sport_id in (select id from former_sports);
update workouts set sport_id = 0 where sport_id in (select id from former_sports);
update activities set sport_id = 0 where sport_id in (select id from former_sports);
insert into board_totals (board, sport_id, shard, activities, metres)
select board, 0, shard, sum(activities), sum(metres) from board_totals
where sport_id in (select id from former_sports) group by 1, 2, 3
on conflict (board, sport_id, shard) do update
set activities = board_totals.activities + excluded.activities, metres = board_totals.metres + excluded.metres;
delete from board_totals where sport_id in (select id from former_sports);
insert into anonymous_sums (day, sport_id, team_id, activities, metres)
select day, 0, team_id, sum(activities), sum(metres) from anonymous_sums
where sport_id in (select id from former_sports) group by 1, 2, 3
on conflict (day, sport_id, team_id) do update
set activities = anonymous_sums.activities + excluded.activities, metres = anonymous_sums.metres + excluded.metres;
delete from anonymous_sums where sport_id in (select id from former_sports);
delete from sports where id in (select id from former_sports);
drop table former_sports;
