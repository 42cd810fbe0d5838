-- After its person has answered, it is decided whether a decision stands or is taken back.
alter table inbox_decisions drop constraint inbox_decisions_decision_check;
alter table inbox_decisions add constraint inbox_decisions_decision_check
  check (decision in ('keep', 'hide', 'accept', 'correct', 'discount', 'remove', 'uphold', 'reinstate'));

-- usual: of somebody without a habit, more than hardly anybody does; in metres
alter table inbox_items drop constraint inbox_items_finding_check;
alter table inbox_items add constraint inbox_items_finding_check
  check (finding in ('habit', 'usual', 'day', 'speed'));
