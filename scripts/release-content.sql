-- Adds what the demo company lacks, so that a release's dump has rows in every table

insert into mailed_links (token_hash, person_id, purpose, expires_at)
  values ('a hash of a link', 3, 'invite', '2026-12-01T10:00:00Z');
insert into identities (issuer, subject, person_id, created_at)
  values ('https://sign-in.example.com', 'subject-4', 4, '2026-10-01T10:00:00Z');
insert into failed_attempts (key, points, expire) values ('address:192.0.2.1', 3, 1795000000000);

-- A deleted account: the daily kilometres of its team, and its anonymous sums
insert into team_memberships (team_id, from_day, until_day, joined_at, former_member)
  values (1, '2026-10-01', '2026-10-31', '2026-10-01T08:00:00Z', 9000);
insert into anonymous_sums (day, sport_id, team_id, activities, metres)
  select '2026-10-05', id, 1, 2, 12345 from sports order by id limit 1;

insert into departed_people (day, came, went) values ('2026-09-01', 1, 0), ('2026-11-01', 0, 1);

-- Source records from services, files and tokens: two of the same workout, and a third that waits for the person to say
-- whether it belongs to that workout
insert into sport_mappings (source, sport_type, sport_id) select 'Strava', 'run', min(id) from sports;
insert into activities (person_id, sport_id, performed_on, amount_type, seconds, metres, info, counted_metres, created_at,
    source)
  select 5, min(id), '2026-10-06', 'km', 2700, 8000, 'Morning run', 8000, '2026-10-06T07:00:00Z', 'Strava' from sports;
insert into source_records (person_id, source, external_id, activity_id, counting, sport_id, sport_type, performed_on,
    started_at, elapsed_seconds, moving_seconds, metres, name, device, received_at)
  select 5, source, source || '-1', (select max(id) from activities), source = 'Strava', (select min(id) from sports),
    'run', '2026-10-06', '2026-10-06T05:00:00Z', 2700, 2600, metres, 'Morning run', 'A watch', '2026-10-06T07:00:00Z'
  from (values ('Strava', 8000), ('Garmin', 7990)) as records (source, metres);
insert into source_records (person_id, source, external_id, sport_id, sport_type, performed_on, metres, received_at, edited)
  select 5, 'file', 'file-1', min(id), 'run', '2026-10-06', 7000, '2026-10-07T07:00:00Z', true from sports;
insert into record_pairs (one_id, other_id, is_same)
  select min(id), max(id), null from source_records union all select min(id), min(id) + 1, true from source_records;
insert into connected_accounts (person_id, platform, user_id, tokens, expires_at, scopes, coupled_at, dead_since, death) values
  (5, 'Strava', 'athlete-5', 'encrypted', '2026-11-21T12:00:00Z', '{read,activity:read}', '2026-10-01T10:00:00Z', null, null),
  (5, 'Garmin', 'user-5', null, null, '{}', '2026-10-01T10:00:00Z', '2026-11-01T10:00:00Z', 'revoked');
insert into service_memory (platform, key, value) values ('Polar', 'webhook', 'encrypted');
insert into service_pauses (platform, until) values ('Fitbit', '2026-11-21T12:00:00Z');
insert into ingest_tokens (person_id, name, token_hash, created_at, last_used_at)
  values (5, 'My script', 'a hash of a token', '2026-10-01T10:00:00Z', '2026-11-20T10:00:00Z');
update service_states set noticed_at = '2026-11-20T10:00:00Z', succeeded_at = '2026-11-20T10:00:00Z';

-- Actions of organisers and moderators
insert into change_log (at, actor_id, actor, resource, resource_id, subject_id, action, reason, before, after)
  values ('2026-10-10T10:00:00Z', 2, 'An organiser', 'people', '6', 6, 'update', null, '{"surname":"Old"}', '{"surname":"New"}');
insert into second_factors (person_id, secret, begun_at, enrolled_at, last_step)
  values (6, 'encrypted', '2026-10-01T10:00:00Z', '2026-10-01T10:01:00Z', 59000000);
insert into recovery_codes (person_id, code_hash) values (6, 'a hash of a code'), (6, 'a hash of another');
insert into first_organiser_link (token_hash, expires_at) values ('a hash of a link', '2026-10-02T10:00:00Z');
insert into consent_texts (published_at) values ('2026-10-01T10:00:00Z');
insert into consent_text_contents (consent_text_id, language, title, content)
  values (1, 'en', 'Terms', '<p>Be kind.</p>'), (1, 'fr', 'Conditions', '<p>Soyez gentils.</p>');
insert into consents (person_id, consent_text_id, agrees, decided_at)
  values (5, 1, true, '2026-10-02T10:00:00Z'), (6, 1, false, '2026-10-02T11:00:00Z');
insert into anonymisation_warnings (person_id, warned_at, anonymise_on)
  values (7, '2026-11-01T10:00:00Z', '2026-12-01');
insert into sport_rules (sport_id, version, km_factor, km_per_hour, metres_per_step, daily_cap_metres, since, person_id)
  select id, 1, km_factor, km_per_hour, metres_per_step, null, null, null from sports on conflict do nothing;
insert into tasks (kind, subject, person_id, input, cursor, state, done, total, result, created_at, started_at, finished_at)
  values ('recount-sport', 'Running', 2, '{"sportId":1}', '{"after":10}', 'done', 10, 10, '{"changed":0}',
    '2026-10-10T10:00:00Z', '2026-10-10T10:00:01Z', '2026-10-10T10:00:02Z');
insert into challenge_results (challenge_id, file, sha256, person_id, registered_persons)
  select min(id), '{"people":[]}', repeat('0', 64), 2, 200 from challenges where closes_at < '2026-11-21';
insert into challenge_result_people (challenge_id, number, person_id, given_name, surname, name_shown)
  select challenge_id, 1, 5, 'Given', 'Surname', 'full' from challenge_results;
insert into people_imports (entries, options, asked_by, created_at)
  values ('[{"givenName":"New","surname":"Person","email":"new@example.com","language":"en","team":null}]',
    '{"invite":true,"createTeams":false}', 2, '2026-10-10T10:00:00Z');
insert into cases (kind, person_id, activity_id, opened_at, is_open, finding, measured, bound, answer, answered_at)
  select 'outlier', person_id, id, '2026-11-10T10:00:00Z', true, 'usual', 90000, 60000, 'It was a long day.',
    '2026-11-10T11:00:00Z' from activities order by id limit 1;
insert into cases (kind, person_id, comment_id, opened_at, is_open)
  select 'comment', person_id, id, '2026-11-10T10:00:00Z', false from activity_comments order by id limit 1;
insert into case_decisions (case_id, decision, reason, before, after, decided_at)
  select max(id), 'hide', 'Not kind', null, null, '2026-11-11T10:00:00Z' from cases;
insert into activity_comment_flags (comment_id, person_id, reason, created_at, is_settled)
  select max(id), 8, 'Not kind', '2026-11-10T10:00:00Z', true from activity_comments on conflict do nothing;
update people set deactivated_at = '2026-11-01T10:00:00Z' where id = 9;
update people set name_shown = 'nickname', nickname = 'The Hare' where id = 10;
insert into pictures (id, bytes, added_at)
  values ('7f1f0f0e-0000-4000-8000-000000000001', '\x52494646', '2026-10-10T10:00:00Z');
insert into text_overrides (language, namespace, key, text) values ('en', 'common', 'signIn.send', 'Let me in');
insert into menu_items (language, position, label, url) values ('en', 1, 'Intranet', 'https://example.com');
insert into mails (queue, job_id, data, kind, person_id, asked_at, address, subject, outcome, settled_at)
  values ('link-mails', '7f1f0f0e-0000-4000-8000-000000000002', '{"personId":3}', 'invite', 3, '2026-11-01T10:00:00Z',
    'three@example.com', 'You are invited', 'sent', '2026-11-01T10:00:05Z');
insert into waiting_sport_types (source, sport_type, person_id, since)
  values ('Polar', 'kite-sledding', 5, '2026-11-01T10:00:00Z');
insert into security_events (at, kind, detail, person_id, network, browser)
  values ('2026-11-01T10:00:00Z', 'signed-in', 'password', 3, '192.0.2.0/24', 'Firefox, Linux');
insert into jobs_heartbeat (seen_at) values ('2026-11-01T10:00:00Z') on conflict do nothing;
