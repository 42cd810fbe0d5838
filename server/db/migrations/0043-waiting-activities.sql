-- An activity that may be the same workout as another one waits, without counting, until its owner has answered.

alter table activities add column waits boolean not null default false;
alter table activities add constraint activities_counting_or_waiting check (not (counts and waits));

-- From now on, manual entries are asked about. Those that already share an activity with other records stay there.
insert into record_pairs (one_id, other_id, is_same)
select least(entry.id, other.id), greatest(entry.id, other.id), true
from source_records as entry
join source_records as other on other.activity_id = entry.activity_id and other.id <> entry.id
where entry.source = 'manual' and (other.source <> 'manual' or other.id > entry.id)
on conflict (one_id, other_id) do update set is_same = true where record_pairs.is_same is null;

-- The rules have changed, so everybody's records are matched again, by a job.
create table people_to_match (person_id int primary key references people on delete cascade);
insert into people_to_match select distinct person_id from source_records;

-- Nothing is compared at night any more.
do $$ begin
  if to_regclass('jobs.schedule') is not null then
    delete from jobs.schedule where name = 'compare-entries';
  end if;
end $$;
