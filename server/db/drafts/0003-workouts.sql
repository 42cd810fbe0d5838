alter table workouts add column if not exists edited boolean not null default false;
