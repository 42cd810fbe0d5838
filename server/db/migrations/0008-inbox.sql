-- What organisers and moderators decide about people's activities and comments

alter table activities
  -- why organisers have corrected it, or set it not to count; from then on its owner does not change it back
  add column correction text;

-- Hidden for all by a moderator's decision
alter table activity_comments add column is_hidden boolean not null default false;
-- Looked at by a moderator who let the comment stay: hides it for the flagger only
alter table activity_comment_flags add column is_settled boolean not null default false;

-- What waits for a decision, or had one
create table inbox_items (
  id int generated always as identity primary key,
  uuid uuid not null unique default gen_random_uuid(),
  -- correction: nobody had pointed at it, an organiser acted by themselves
  kind text not null check (kind in ('comment', 'outlier', 'correction')),
  -- whose words or whose activity it is about
  person_id int not null references people on delete cascade,
  -- none: removed by the decision
  activity_id bigint references activities on delete cascade,
  comment_id bigint references activity_comments on delete cascade,
  opened_at timestamptz not null,
  is_open boolean not null,
  -- of an outlier: what is out of line, how much it is, and the most that was to be expected;
  -- habit and day in metres, speed in metres an hour
  finding text check (finding in ('habit', 'day', 'speed')),
  measured bigint,
  bound bigint,
  -- the one answer of the person
  answer text check (length(answer) between 1 and 1000),
  answered_at timestamptz,
  check ((kind = 'outlier') = (finding is not null and measured is not null and bound is not null)),
  check ((answer is null) = (answered_at is null))
);
-- Each finding once: an activity has one, which opens again only where it comes to more
create unique index inbox_items_outlier on inbox_items (activity_id) where kind = 'outlier';
create unique index inbox_items_comment on inbox_items (comment_id) where is_open;
create index inbox_items_of_activity on inbox_items (activity_id);
create index inbox_items_of_comment on inbox_items (comment_id);
create index inbox_items_of_person on inbox_items (person_id);
create index inbox_items_open on inbox_items (opened_at) where is_open;

create table inbox_decisions (
  id int generated always as identity primary key,
  item_id int not null references inbox_items on delete cascade,
  decision text not null check (decision in ('keep', 'hide', 'accept', 'correct', 'discount', 'remove')),
  reason text not null,
  -- of an activity: what was changed, as it was and as it is
  before jsonb,
  after jsonb,
  decided_at timestamptz not null
);
create index inbox_decisions_of_item on inbox_decisions (item_id, id);
