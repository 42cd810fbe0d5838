-- After its person has answered, it is decided whether a decision stands or is taken back.
alter table inbox_decisions drop constraint inbox_decisions_decision_check;
alter table inbox_decisions add constraint inbox_decisions_decision_check
  check (decision in ('keep', 'hide', 'accept', 'correct', 'discount', 'remove', 'uphold', 'reinstate'));
