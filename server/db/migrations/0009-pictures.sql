-- Pictures that organisers sent, as they are shown: WebP
create table pictures (
  id uuid primary key,
  bytes bytea not null,
  added_at timestamptz not null
);
