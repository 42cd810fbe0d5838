-- Removing or anonymising a person, and the places of one person
create index standings_of_person on standings (person_id);
-- How many activities a sport has, and whether it has any
create index activities_of_sport on activities (sport_id);
-- What sources call sports: how often, and which records are to move to another sport
create index workouts_of_sport_type on workouts (source, sport_type);
create index workouts_of_sport on workouts (sport_id);
