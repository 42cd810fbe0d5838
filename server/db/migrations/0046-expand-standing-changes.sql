-- Whose standings have changed lately. Processes keep boards in memory: they read the rows of transactions that they have
-- not seen yet, and then only these people's standings. A row without a person stands for everybody.
create table standing_changes (
  transaction xid8 not null default pg_current_xact_id(),
  person_id int,
  changed_at timestamptz not null default now()
);
create index standing_changes_by_transaction on standing_changes (transaction);
insert into standing_changes (person_id) values (null);
