import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { Temporal } from 'temporal-polyfill';

/** A moment comes out as an Instant and goes in as its ISO text. */
type Moment = ColumnType<Temporal.Instant, string, string>;
type OptionalMoment = ColumnType<Temporal.Instant | null, string | null | undefined, string | null>;
/** A list stored as JSON goes in as text. */
type Json<T extends object> = JSONColumnType<T, string, string>;

interface PercentageRange {
  min: number;
  max: number;
}

/** Every table as Kysely sees it. Numbers of any size come out as JavaScript numbers, dates as YYYY-MM-DD. */
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
  };
  people: {
    id: GeneratedAlways<number>;
    email: string;
    given_name: string;
    surname: string;
    sort_name: string;
    language: 'en' | 'fr' | 'nl';
    password_hash: string | null;
    role: Generated<'participant' | 'moderator' | 'organiser'>;
    guest_code_id: number | null;
    created_at: Moment;
  };
  sessions: { sid: string; sess: Json<object>; expire: Moment };
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
  };
  sport_labels: { sport_id: number; language: 'en' | 'fr' | 'nl'; label: string };
  progress_maps: {
    id: GeneratedAlways<number>;
    name: string;
    view_box: string;
    defs: string;
    base_map: string;
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
    time_zone: Generated<string>;
    closes_at: Moment;
    progress_map_id: number | null;
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
  board_totals: { board: string; sport_id: number; shard: number; activities: number; metres: number };
}
