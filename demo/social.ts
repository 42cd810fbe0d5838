import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import type { Db } from '../server/db/db.ts';
import type { DemoActivity } from './activities.ts';
import { type CommentTopic, commentTexts, replyTexts, unwantedTexts } from './comment-texts.ts';
import type { DemoPerson } from './people.ts';
import { Random } from './random.ts';

/** A like or a comment on an activity; people are indexes in the list of people. */
interface Act {
  /** The uuid of the activity. */
  activity: string;
  person: number;
  createdAt: Temporal.Instant;
}
interface DemoComment extends Act {
  uuid: string;
  content: string;
}
interface DemoFlag {
  /** The uuid of the comment. */
  comment: string;
  person: number;
  reason: string;
  createdAt: Temporal.Instant;
}
export interface DemoSocial {
  likes: Act[];
  comments: DemoComment[];
  flags: DemoFlag[];
}

/** Generates likes and comments on the activities, sorted by time. None is in the future. */
export function demoSocial(
  people: DemoPerson[],
  activities: DemoActivity[],
  now: Temporal.Instant,
): DemoSocial {
  const random = new Random(4);
  const crowd = new Crowd(random, people, now);
  const likes = activities.flatMap((activity) => likesOf(random, crowd, activity));
  const byUuid = new Map(activities.map((activity) => [activity.uuid, activity]));
  const seen = new Set<string>();
  const talk = likes
    .map((like) => talkAbout(random, crowd, byUuid.get(like.activity), like))
    // Skips comments that repeat an earlier one on the same activity.
    .filter(([comment]) => comment && !seen.has(keyOf(comment)) && seen.add(keyOf(comment)))
    .flat();
  const unwanted = unwantedTalk(random, crowd, activities);
  return {
    likes: likes.sort(byMoment),
    comments: [...talk, ...unwanted.comments].sort(byMoment),
    flags: unwanted.flags,
  };
}

const keyOf = ({ activity, content }: DemoComment) => `${activity} ${content}`;
const isBefore = (one: Temporal.Instant, other: Temporal.Instant) => Temporal.Instant.compare(one, other) < 0;
const byMoment = (one: Act, other: Act) => Temporal.Instant.compare(one.createdAt, other.createdAt);

/** Chooses who reacts to something, and when. */
class Crowd {
  readonly people: DemoPerson[];
  readonly now: Temporal.Instant;
  /** The people who regularly like activities: one in six. */
  readonly #warm: number[];
  readonly #random: Random;

  constructor(random: Random, people: DemoPerson[], now: Temporal.Instant) {
    this.people = people;
    this.#random = random;
    this.now = now;
    this.#warm = people.map((_, index) => index).filter((index) => index === 0 || random.chance(1 / 6));
  }

  /** Picks a person other than `person`, usually one who regularly likes activities. */
  someoneExcept(person: number): number {
    const one = this.#random.chance(0.7)
      ? this.#random.pick(this.#warm)
      : this.#random.integer(0, this.people.length - 1);
    return one === person ? this.someoneExcept(person) : one;
  }

  /** A random time after a moment, usually soon; undefined if that is in the future or before `person` signed up. */
  after(moment: Temporal.Instant, person: number, hours: number): Temporal.Instant | undefined {
    const seconds = 40 + Math.round(this.#random.next() ** 3 * hours * 3600);
    const at = moment.add({ seconds });
    const joined = this.people[person]?.createdAt ?? this.now;
    const isPossible = !isBefore(this.now, at) && isBefore(joined, at);
    return isPossible ? at : undefined;
  }
}

/**
 * Generates likes: one activity in nine is liked. Likes are more frequent on activities with a remark, on the latest
 * ones, which are first on everybody's dashboard, and on those of the participant who can sign in.
 */
function likesOf(random: Random, crowd: Crowd, activity: DemoActivity): Act[] {
  const isLate = isBefore(crowd.now.subtract({ hours: 36 }), activity.createdAt);
  const chance = activity.person === 0 ? 0.6 : activity.info || isLate ? 0.3 : 0.06;
  if (!random.chance(chance)) return [];
  const count = 1 + Math.floor(random.next() ** 2 * 6);
  const people = new Set(Array.from({ length: count }, () => crowd.someoneExcept(activity.person)));
  return [...people].flatMap((person) => {
    const createdAt = crowd.after(activity.createdAt, person, 36);
    return createdAt ? [{ activity: activity.uuid, person, createdAt }] : [];
  });
}

/**
 * Generates comments: one in seven people who like an activity also comments on it, and one in three of these comments
 * gets a reply.
 */
function talkAbout(
  random: Random,
  crowd: Crowd,
  activity: DemoActivity | undefined,
  { person, createdAt }: Act,
): DemoComment[] {
  const [owner, speaker] = [crowd.people[activity?.person ?? -1], crowd.people[person]];
  if (!activity || !owner || !speaker || !random.chance(1 / 7)) return [];
  const topic: CommentTopic = random.chance(0.5) ? 'any' : topicOf(activity);
  const comment = {
    uuid: random.uuid(),
    activity: activity.uuid,
    person,
    content: random.pick(commentTexts[speaker.language][topic]).replace('{name}', owner.givenName),
    createdAt: createdAt.add({ seconds: random.integer(15, 90) }),
  };
  const answer = {
    uuid: random.uuid(),
    activity: activity.uuid,
    person: activity.person,
    content: random.pick(replyTexts[owner.language]).replace('{name}', speaker.givenName),
    createdAt: crowd.after(comment.createdAt, activity.person, 20),
  };
  if (!crowd.after(comment.createdAt, person, 0)) return [];
  const isAnswered = random.chance(1 / 3) && answer.createdAt;
  return isAnswered ? [comment, { ...answer, createdAt: isAnswered }] : [comment];
}

function topicOf({ sport }: DemoActivity): CommentTopic {
  if (sport === 'running' || sport === 'cycling') return sport;
  return sport === 'walking' || sport === 'hiking' ? 'walking' : 'any';
}

/** Two comments from yesterday that others have flagged since. */
function unwantedTalk(
  random: Random,
  crowd: Crowd,
  activities: DemoActivity[],
): Pick<DemoSocial, 'comments' | 'flags'> {
  const sports = ['e-bike', 'running'];
  const aDayAgo = crowd.now.subtract({ hours: 24 });
  const unwanted = unwantedTexts.flatMap(({ language, content, reasons }, index) => {
    const activity = activities
      .filter(({ sport, createdAt }) => sport === sports[index] && isBefore(createdAt, aDayAgo))
      .at(-1);
    const speaker = crowd.people.findIndex((one, person) => one.language === language && person > 20);
    const createdAt = activity && crowd.after(activity.createdAt, speaker, 1);
    if (!activity || !createdAt) return [];
    const comment = { uuid: random.uuid(), activity: activity.uuid, person: speaker, content, createdAt };
    const flags = reasons.map((reason, position) => ({
      comment: comment.uuid,
      person: speaker + 1 + position,
      reason,
      createdAt: createdAt.add({ minutes: 5 + 7 * position }),
    }));
    return [{ comment, flags }];
  });
  return { comments: unwanted.map(({ comment }) => comment), flags: unwanted.flatMap(({ flags }) => flags) };
}

/** Inserts all likes, comments and flags, with one statement per table. */
export async function insertDemoSocial(tx: Db, social: DemoSocial, personIds: number[]): Promise<void> {
  const rowsOf = <Entry extends { person: number; createdAt: Temporal.Instant }>(entries: Entry[]) =>
    JSON.stringify(
      entries.map(({ person, createdAt, ...entry }, position) => ({
        ...entry,
        position,
        person_id: personIds[person],
        created_at: createdAt.toString(),
      })),
    );
  await sql`
    insert into activity_likes (activity_id, person_id, created_at)
    select activities.id, entry.person_id, entry.created_at
    from json_to_recordset(${rowsOf(social.likes)}::json)
      as entry (position int, activity uuid, person_id int, created_at timestamptz)
    join activities on activities.uuid = activity
    order by position`.execute(tx);
  await sql`
    insert into activity_comments (uuid, activity_id, person_id, content, created_at)
    select entry.uuid, activities.id, entry.person_id, content, entry.created_at
    from json_to_recordset(${rowsOf(social.comments)}::json)
      as entry (position int, uuid uuid, activity uuid, person_id int, content text, created_at timestamptz)
    join activities on activities.uuid = activity
    order by position`.execute(tx);
  await sql`
    insert into activity_comment_flags (comment_id, person_id, reason, created_at)
    select activity_comments.id, entry.person_id, reason, entry.created_at
    from json_to_recordset(${rowsOf(social.flags)}::json)
      as entry (comment uuid, person_id int, reason text, created_at timestamptz)
    join activity_comments on activity_comments.uuid = comment`.execute(tx);
}
