-- Maps that organisers choose or draw

alter table progress_maps
  -- the drawing below the route, without what is drawn from the stations
  add column ground text,
  -- path data of the whole route, in the units of view_box
  add column route text,
  -- the places along the route, in its order
  add column stations jsonb not null default '[]',
  -- where the drawing comes from: one of the gallery, or a file
  add column origin text not null default 'gallery' check (origin in ('gallery', 'file'));
update progress_maps set
  ground = base_map,
  route = substring(dynamic_path_definitions -> 0 ->> 'svg' from ' d="([^"]*)"');
alter table progress_maps
  alter column ground set not null,
  alter column route set not null;

-- People whom organisers bring in and take out

alter table people
  -- none: may sign in. From then on counted everywhere, and named nowhere
  add column deactivated_at timestamptz,
  drop column shown_given_name,
  drop column shown_surname;
alter table people
  add column shown_given_name text not null generated always as (
    case when deactivated_at is not null then '' else
      case name_shown when 'full' then given_name when 'nickname' then nickname else '' end
    end
  ) stored,
  add column shown_surname text not null generated always as (
    case when deactivated_at is not null then '' else
      case name_shown when 'full' then surname else '' end
    end
  ) stored;

-- `invite`: to choose the first password of an account that somebody else has made
alter table mailed_links
  drop constraint mailed_links_purpose_check,
  add constraint mailed_links_purpose_check check (purpose in ('activate', 'reset-password', 'invite'));

-- People who are to be brought in, until they are
create table people_imports (
  id int generated always as identity primary key,
  entries jsonb not null,
  options jsonb not null,
  asked_by int references people on delete set null,
  created_at timestamptz not null
);
