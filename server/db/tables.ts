import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { ManagementRole, Role } from '../../contract/roles.ts';
import type { Subject } from './table-subjects.ts';

/** A timestamp; read as an Instant, written as ISO text. */
type Moment = ColumnType<Temporal.Instant, string, string>;
type OptionalMoment = ColumnType<Temporal.Instant | null, string | null | undefined, string | null>;
/** A value in a JSON column; written as text. */
type Json<T extends object> = JSONColumnType<T, string, string>;

/** The source of an activity or of a source record. */
type Source = 'Fitbit' | 'Garmin' | 'Polar' | 'Strava' | 'file' | 'token' | 'manual';

interface ImportedPerson {
  givenName: string;
  surname: string;
  email: string;
  language: 'en' | 'fr' | 'nl';
  team: string | null;
  department?: string | null;
  location?: string | null;
}

interface PercentageRange {
  min: number;
  max: number;
}

/** All tables, for Kysely. Numeric types are read as JavaScript numbers, dates as YYYY-MM-DD. */
export interface Tables {
  guest_codes: {
    id: GeneratedAlways<number>;
    code: string;
    normalised_code: string;
    valid_from: OptionalMoment;
    valid_until: OptionalMoment;
    maximum_uses: number | null;
    uses: Generated<number>;
    allowed_mail_domains: Generated<string[]>;
    team_id: number | null;
    parent_id: number | null;
  };
  people: {
    id: GeneratedAlways<number>;
    email: string;
    given_name: string;
    surname: string;
    sort_name: string;
    language: 'en' | 'fr' | 'nl';
    password_hash: string | null;
    role: Generated<Role>;
    guest_code_id: number | null;
    created_at: Moment;
    name_shown: Generated<'full' | 'nickname' | 'none'>;
    nickname: string | null;
    activated_at: OptionalMoment;
    deactivated_at: OptionalMoment;
    session_epoch: Generated<number>;
    department: string | null;
    location: string | null;
    shown_given_name: GeneratedAlways<string>;
    shown_surname: GeneratedAlways<string>;
  };
  provisioning_tokens: {
    id: GeneratedAlways<number>;
    uuid: Generated<string>;
    name: string;
    token_hash: string;
    created_by: number | null;
    created_at: Moment;
    last_used_at: OptionalMoment;
  };
  provisioned_people: {
    person_id: number;
    user_name: string;
    external_id: string | null;
    active: boolean;
    granted_role: ManagementRole | null;
    granted_team_id: number | null;
    created_at: Moment;
    changed_at: Moment;
  };
  provisioned_groups: {
    id: GeneratedAlways<number>;
    display_name: string;
    external_id: string | null;
    role: ManagementRole | null;
    team_id: number | null;
    created_at: Moment;
    changed_at: Moment;
  };
  provisioned_group_members: { group_id: number; person_id: number; added_at: Moment };
  activity_look_ups: {
    id: GeneratedAlways<number>;
    organiser_id: number | null;
    person_id: number;
    day: string;
    reason: string;
    at: Moment;
    open_until: Moment;
  };
  change_log: {
    id: GeneratedAlways<number>;
    at: Moment;
    actor_id: number | null;
    actor: string | null;
    resource: string;
    resource_id: string;
    subject_id: number | null;
    action: string;
    reason: string | null;
    before: Json<Record<string, unknown>> | null;
    after: Json<Record<string, unknown>> | null;
  };
  pictures: { id: string; bytes: Buffer; added_at: Moment };
  text_overrides: { language: string; namespace: string; key: string; text: string };
  first_organiser_link: { id: Generated<number>; token_hash: string; expires_at: Moment };
  second_factors: {
    person_id: number;
    secret: string;
    begun_at: Moment;
    enrolled_at: OptionalMoment;
    last_step: Generated<number>;
  };
  recovery_codes: { person_id: number; code_hash: string };
  consent_texts: { id: GeneratedAlways<number>; published_at: OptionalMoment };
  consent_text_contents: {
    consent_text_id: number;
    language: 'en' | 'fr' | 'nl';
    title: string;
    content: string;
  };
  consents: { person_id: number; consent_text_id: number; agrees: boolean; decided_at: Moment };
  consent_decisions: {
    id: GeneratedAlways<number>;
    person_id: number;
    consent_text_id: number;
    agrees: boolean;
    decided_at: Moment;
  };
  anonymisation_warnings: { person_id: number; warned_at: Moment; anonymise_on: string };
  mailed_links: {
    token_hash: string;
    person_id: number;
    purpose: 'activate' | 'reset-password' | 'invite';
    expires_at: Moment;
  };
  mails: {
    id: GeneratedAlways<number>;
    queue: string;
    job_id: string;
    data: Json<object>;
    kind:
      | 'activate'
      | 'reset-password'
      | 'password-changed'
      | 'invite'
      | 'decision'
      | 'anonymisation'
      | 'test';
    person_id: number | null;
    asked_at: ColumnType<Temporal.Instant, string | undefined, string>;
    failed_tries: Generated<number>;
    problem: string | null;
    address: string | null;
    subject: string | null;
    outcome: 'sent' | 'filed' | 'needless' | null;
    settled_at: OptionalMoment;
  };
  people_imports: {
    id: GeneratedAlways<number>;
    entries: Json<ImportedPerson[]>;
    options: Json<{ invite: boolean; createTeams: boolean }>;
    asked_by: number | null;
    created_at: Moment;
  };
  identities: {
    issuer: string;
    subject: string;
    person_id: number;
    created_at: Moment;
    granted_role: Generated<Role | null>;
    replaced_role: Generated<Role | null>;
    granted_team_id: Generated<number | null>;
  };
  saml_sign_ins: {
    state: string;
    provider: string;
    request_id: string;
    answer: Generated<string | null>;
    expires_at: Moment;
  };
  saml_assertions: { id: string; expires_at: Moment };
  sessions: {
    sid: string;
    sess: Json<object>;
    expire: Moment;
    person_id: GeneratedAlways<number | null>;
    uuid: Generated<string>;
    ended: Generated<boolean>;
  };
  security_events: {
    id: GeneratedAlways<number>;
    at: Moment;
    kind: string;
    detail: string | null;
    person_id: number | null;
    actor_id: number | null;
    network: string | null;
    browser: string | null;
    times: Generated<number>;
    together: string | null;
  };
  configs: { key: string; value: ColumnType<unknown, string, string> };
  menu_items: { language: string; position: number; label: string; url: string };
  sports: {
    id: GeneratedAlways<number>;
    name: string;
    type: 'running' | 'cycling' | 'walking' | 'other';
    approved: Generated<boolean>;
    km_factor: Generated<number>;
    km_per_hour: number;
    metres_per_step: Generated<number>;
    has_distance: Generated<boolean>;
    daily_cap_metres: number | null;
  };
  sport_rules: {
    sport_id: number;
    version: number;
    km_factor: number;
    km_per_hour: number;
    metres_per_step: number;
    daily_cap_metres: number | null;
    since: OptionalMoment;
    person_id: number | null;
  };
  jobs_heartbeat: { id: Generated<boolean>; seen_at: Moment };
  tasks: {
    id: GeneratedAlways<number>;
    kind: string;
    subject: string | null;
    person_id: number | null;
    input: Json<object>;
    cursor: ColumnType<object | null, string | null | undefined, string | null>;
    state: Generated<'waiting' | 'running' | 'done' | 'failed'>;
    done: Generated<number>;
    total: number | null;
    result: ColumnType<object | null, string | null | undefined, string | null>;
    problem: string | null;
    created_at: Moment;
    started_at: OptionalMoment;
    finished_at: OptionalMoment;
  };
  sport_mappings: { source: string; sport_type: string; sport_id: number };
  waiting_sport_types: { source: string; sport_type: string; person_id: number | null; since: Moment };
  sport_labels: { sport_id: number; language: 'en' | 'fr' | 'nl'; label: string };
  progress_maps: {
    id: GeneratedAlways<number>;
    name: string;
    view_box: string;
    defs: string;
    base_map: string;
    ground: string;
    route: string;
    stations: Json<{ name: string; percentage: number; rank: 1 | 2 }[]>;
    origin: 'gallery' | 'file';
    dynamic_path_definitions: Json<{ svg: string; percentageRanges: PercentageRange[] }[]>;
    progress_marker_definitions: Json<
      {
        name: string;
        svg: string;
        weight: number;
        pathPercentageModifier: number;
        percentageRanges: PercentageRange[];
      }[]
    >;
  };
  challenges: {
    id: GeneratedAlways<number>;
    uuid: Generated<string>;
    uri: string;
    type: 'distance' | 'abstraction';
    abstraction_conversion: number | null;
    kilometers: number;
    starts_on: string;
    ends_on: string;
    counted_from: string | null;
    counted_until: string | null;
    time_zone: Generated<string>;
    closes_at: Moment;
    progress_map_id: number | null;
    grace_hours: Generated<number>;
    frozen_at: OptionalMoment;
    archived_at: OptionalMoment;
    reopened_at: OptionalMoment;
    is_hidden: Generated<boolean>;
  };
  challenge_results: {
    challenge_id: number;
    file: string;
    sha256: string;
    person_id: number | null;
    registered_persons: number;
  };
  challenge_result_people: {
    challenge_id: number;
    number: number;
    person_id: number;
    given_name: string;
    surname: string;
    name_shown: string;
  };
  challenge_translations: {
    challenge_id: number;
    position: number;
    language: 'en' | 'fr' | 'nl';
    name: string;
    description: string;
    eye_catcher: string;
    introduction: string;
    abstraction_label: string | null;
  };
  activities: {
    id: GeneratedAlways<number>;
    uuid: Generated<string>;
    person_id: number;
    sport_id: number;
    performed_on: string;
    amount_type: 'time' | 'km' | 'steps';
    seconds: number | null;
    metres: number | null;
    steps: number | null;
    info: string | null;
    counted_metres: number;
    created_at: Moment;
    source: Generated<Source>;
    counts: Generated<boolean>;
    waits: Generated<boolean>;
    steps_elsewhere: Generated<number>;
    correction: string | null;
    /** In employer-blind mode, the encrypted details; see `workout-details.ts`. */
    details: string | null;
  };
  day_times: { person_id: number; day: string; seconds: number };
  standings: {
    board: string;
    sport: string;
    person_id: number;
    activities: number;
    metres: number;
    hundredths: GeneratedAlways<number>;
  };
  /** Whose standings have changed; null means that everybody's may have changed. */
  standing_changes: {
    transaction: Generated<string>;
    person_id: number | null;
    changed_at: Generated<Moment>;
  };
  /** Which tables have changed lately; the subject stands for one or more tables. */
  table_changes: {
    id: GeneratedAlways<string>;
    transaction: Generated<string>;
    subject: Subject;
    changed_at: Generated<Moment>;
  };
  board_totals: { board: string; sport_id: number; shard: number; activities: number; metres: number };
  teams: {
    id: GeneratedAlways<number>;
    uuid: Generated<string>;
    name: string;
    sort_name: string;
    captain_id: number | null;
    created_at: Moment;
  };
  team_memberships: {
    id: GeneratedAlways<number>;
    team_id: number;
    person_id: number | null;
    from_day: string;
    until_day: string | null;
    joined_at: Moment;
    former_member: number | null;
  };
  team_standings: { board: string; sport: string; team_id: number; activities: number; metres: number };
  idempotency_keys: {
    id: string;
    person_id: number | null;
    request: string;
    answer: string;
    answered_at: Moment;
  };
  departed_people: { day: string; came: Generated<number>; went: Generated<number> };
  anonymous_sums: {
    day: string;
    sport_id: number;
    team_id: number | null;
    activities: number;
    metres: number;
  };
  activity_likes: {
    id: GeneratedAlways<number>;
    activity_id: number;
    person_id: number;
    created_at: Moment;
  };
  activity_comments: {
    id: GeneratedAlways<number>;
    uuid: Generated<string>;
    activity_id: number;
    person_id: number;
    content: string;
    created_at: Moment;
    is_hidden: Generated<boolean>;
  };
  activity_comment_flags: {
    comment_id: number;
    person_id: number;
    reason: string;
    created_at: Moment;
    is_settled: Generated<boolean>;
  };
  cases: {
    id: GeneratedAlways<number>;
    uuid: Generated<string>;
    kind: 'comment' | 'outlier' | 'correction';
    person_id: number;
    activity_id: number | null;
    comment_id: number | null;
    opened_at: Moment;
    is_open: boolean;
    finding: 'habit' | 'usual' | 'day' | 'speed' | null;
    measured: number | null;
    bound: number | null;
    answer: string | null;
    answered_at: OptionalMoment;
  };
  case_decisions: {
    id: GeneratedAlways<number>;
    case_id: number;
    decision: 'keep' | 'hide' | 'accept' | 'correct' | 'discount' | 'remove' | 'uphold' | 'reinstate';
    reason: string;
    before: Json<Record<string, unknown>> | null;
    after: Json<Record<string, unknown>> | null;
    decided_at: Moment;
  };
  faq_libraries: { id: GeneratedAlways<number> };
  faq_library_names: { library_id: number; language: 'en' | 'fr' | 'nl'; name: string };
  faq_questions: { id: GeneratedAlways<number>; library_id: number; position: number };
  faq_question_texts: {
    question_id: number;
    language: 'en' | 'fr' | 'nl';
    problem: string;
    solution: string;
  };
  source_records: {
    id: GeneratedAlways<number>;
    uuid: Generated<string>;
    person_id: number;
    source: Source;
    external_id: string;
    activity_id: number | null;
    counting: Generated<boolean>;
    chosen: Generated<boolean>;
    sport_id: number;
    sport_type: string;
    performed_on: string;
    started_at: OptionalMoment;
    elapsed_seconds: number | null;
    moving_seconds: number | null;
    metres: number | null;
    steps: number | null;
    name: string | null;
    device: string | null;
    view_url: string | null;
    edited: Generated<boolean>;
    came_from: Source | null;
    received_at: Moment;
    details: string | null;
  };
  /** The people whose records a job matches again, after a release has changed the rules. */
  people_to_match: { person_id: number };
  record_pairs: {
    id: GeneratedAlways<number>;
    uuid: Generated<string>;
    one_id: number;
    other_id: number;
    is_same: boolean | null;
  };
  remembered_answers: {
    person_id: number;
    one: string;
    other: string;
    is_same: boolean;
    remembered_at: Moment;
  };
  connected_accounts: {
    id: GeneratedAlways<number>;
    person_id: number;
    platform: 'Fitbit' | 'Garmin' | 'Polar' | 'Strava';
    user_id: string;
    tokens: string | null;
    expires_at: OptionalMoment;
    scopes: string[];
    renewing_until: OptionalMoment;
    coupled_at: Moment;
    polled_at: OptionalMoment;
    dead_since: OptionalMoment;
    death: string | null;
    details: string | null;
  };
  /** Proves the key of employer-blind mode; empty if the mode is off. */
  details_key: { id: Generated<boolean>; proof: string };
  /** What is still to be read from the services; see `server/integrations/reading/account-reads.ts`. */
  account_reads: {
    id: GeneratedAlways<number>;
    account_id: number;
    platform: 'Fitbit' | 'Garmin' | 'Polar' | 'Strava';
    what: unknown;
    urgency: number;
    noticed_at: Moment;
    due_at: Moment;
    reports: Generated<number>;
    failures: Generated<number>;
  };
  service_memory: { platform: string; key: string; value: string };
  service_usage: {
    platform: 'Fitbit' | 'Garmin' | 'Polar' | 'Strava';
    name: string;
    used: number;
    allowed: number;
    seconds: number;
    ends_at: Moment;
  };
  service_pauses: { platform: string; until: Moment };
  service_states: {
    platform: 'Fitbit' | 'Garmin' | 'Polar' | 'Strava';
    noticed_at: OptionalMoment;
    succeeded_at: OptionalMoment;
    failed_at: OptionalMoment;
    failure: 'limit' | 'down' | 'operator' | null;
    failure_text: string | null;
    subscribed_at: OptionalMoment;
    subscription_problem: string | null;
    listening_at: OptionalMoment;
    missed_until: OptionalMoment;
  };
  ingest_tokens: {
    id: GeneratedAlways<number>;
    uuid: Generated<string>;
    person_id: number;
    name: string;
    token_hash: string;
    created_at: Moment;
    last_used_at: OptionalMoment;
    details: string | null;
  };
}
