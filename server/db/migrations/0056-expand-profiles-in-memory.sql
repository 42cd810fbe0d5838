-- Processes keep people's profiles in memory, including their guest codes and whether they must be asked for consent.
create trigger note_profile_change after insert or update or delete on people
  for each statement execute function note_table_change('profiles');
create trigger note_profile_change after insert or update or delete on guest_codes
  for each statement execute function note_table_change('profiles');
create trigger note_profile_change after insert or update or delete on consents
  for each statement execute function note_table_change('profiles');
create trigger note_profile_change after insert or update or delete on consent_texts
  for each statement execute function note_table_change('profiles');
