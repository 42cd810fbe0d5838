-- Nobody is named to others before they have accepted their invitation or followed their mailed link

alter table people
  drop column shown_given_name,
  drop column shown_surname;
alter table people
  add column shown_given_name text not null generated always as (
    case when activated_at is null or deactivated_at is not null then '' else
      case name_shown when 'full' then given_name when 'nickname' then nickname else '' end
    end
  ) stored,
  add column shown_surname text not null generated always as (
    case when activated_at is null or deactivated_at is not null then '' else
      case name_shown when 'full' then surname else '' end
    end
  ) stored;
