-- When the results of a challenge were last opened again by an organiser; none: they never were
alter table challenges add column reopened_at timestamptz;
