alter table inbox_items drop constraint inbox_items_finding_check;
alter table inbox_items add constraint inbox_items_finding_check
  check (finding in ('habit', 'usual', 'day', 'speed'));
