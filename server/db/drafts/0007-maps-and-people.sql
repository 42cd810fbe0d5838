do $$ begin
  if not exists (
    select from pg_attribute
    where attrelid = 'people'::regclass and attname = 'deactivated_at' and not attisdropped
  ) then
    alter table people
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
  end if;
end $$;

alter table mailed_links
  drop constraint mailed_links_purpose_check,
  add constraint mailed_links_purpose_check check (purpose in ('activate', 'reset-password', 'invite'));

create table if not exists people_imports (
  id int generated always as identity primary key,
  entries jsonb not null,
  options jsonb not null,
  asked_by int references people on delete set null,
  created_at timestamptz not null
);
