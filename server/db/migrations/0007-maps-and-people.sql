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
