-- The first organiser

-- The link that the server printed at its last start; only its hash is kept, and it goes when it is used
create table first_organiser_link (
  id int primary key default 1 check (id = 1),
  token_hash text not null,
  expires_at timestamptz not null
);
