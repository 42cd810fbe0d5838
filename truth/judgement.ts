import type { Life, Report, Trouble, TrueWorkout } from './life.ts';
import { troubles } from './life.ts';

/** A question that a person answered. */
export interface Answered {
  isSame: boolean;
  /** The sources of the two records. */
  sources: string;
}

/** What the platform has stored about a person at the end. */
export interface PersonResult {
  personId: number;
  life: Life;
  activities: {
    info: string | null;
    metres: number | null;
    counted_metres: number;
    counts: boolean;
    waits: boolean;
    source: string;
  }[];
  boardMetres: number;
  /** The questions that the person answered. */
  asked: Answered[];
  /** The number of questions left. */
  open: number;
}

interface Figures {
  workouts: number;
  once: number;
  twice: number;
  lost: number;
  waiting: number;
}

export interface Judgement {
  people: number;
  byTrouble: Record<Trouble, Figures>;
  total: Figures;
  /** The number of people who were asked each number of questions. */
  questions: Record<number, number>;
  answers: { same: number; different: number };
  faults: string[];
}

/** The maximum number of questions that a person should be asked in four weeks. */
const mostQuestions = 3;

const noFigures = (): Figures => ({ workouts: 0, once: 0, twice: 0, lost: 0, waiting: 0 });

const emptyJudgement = (): Judgement => ({
  people: 0,
  byTrouble: Object.fromEntries(troubles.map((trouble) => [trouble, noFigures()])) as Judgement['byTrouble'],
  total: noFigures(),
  questions: {},
  answers: { same: 0, different: 0 },
  faults: [],
});

/** Compares what the platform credited with what people really did. */
export function judge(results: PersonResult[]): Judgement {
  const judgement = emptyJudgement();
  for (const result of results) judgePerson(judgement, result);
  return judgement;
}

function judgePerson(judgement: Judgement, result: PersonResult): void {
  const { personId, life, activities, boardMetres, asked, open } = result;
  judgement.people += 1;
  const questions = asked.length + open;
  judgement.questions[questions] = (judgement.questions[questions] ?? 0) + 1;
  for (const { isSame } of asked) judgement.answers[isSame ? 'same' : 'different'] += 1;
  if (questions > mostQuestions)
    judgement.faults.push(
      `person ${personId}: asked ${questions} questions: ${asked.map(({ isSame, sources }) => `${sources} ${isSame ? 'same' : 'different'}`).join(', ')}`,
    );
  const fault = (text: string) => judgement.faults.push(`person ${personId}: ${text}`);
  for (const workout of life.workouts) {
    const left = reportsLeft(life, workout);
    if (left.length === 0) continue;
    const own = activities.filter(({ info }) => info === workout.name);
    const counting = own.filter(({ counts }) => counts);
    const isWaiting = counting.length === 0 && own.some(({ waits }) => waits);
    const outcome =
      counting.length === 1 ? 'once' : counting.length > 1 ? 'twice' : isWaiting ? 'waiting' : 'lost';
    const kinds: Trouble[] = workout.trouble.size > 0 ? [...workout.trouble] : ['none'];
    for (const figures of [judgement.total, ...kinds.map((kind) => judgement.byTrouble[kind])]) {
      figures.workouts += 1;
      figures[outcome] += 1;
    }
    const text = `${workout.name} (${kinds.join(', ')})`;
    if (outcome === 'twice' || outcome === 'lost') fault(`${text} counted ${outcome}`);
    if (outcome === 'waiting' && life.isAttentive) fault(`${text} waits although all questions are answered`);
    const expected = new Set(trusted(left).map(({ metres }) => metres));
    if (life.isAttentive && counting[0] && !expected.has(counting[0].counted_metres))
      fault(`${text} counted ${counting[0].counted_metres} m instead of ${[...expected].join(' or ')}`);
  }
  const sum = activities.reduce((metres, activity) => metres + activity.counted_metres, 0);
  if (sum !== boardMetres) fault(`the board says ${boardMetres} m and the activities ${sum} m`);
}

/** Returns the latest version of each report of a workout that its source has not deleted. */
function reportsLeft(life: Life, workout: TrueWorkout): Report[] {
  const left = new Map<string, Report>();
  for (const { what, report } of life.events) {
    if (report.workout !== workout) continue;
    const key = what === 'type' ? 'manual' : `${report.source} ${report.externalId}`;
    if (what === 'delete') left.delete(key);
    else left.set(key, what === 'type' ? { ...report, source: 'manual' as never } : report);
  }
  return [...left.values()];
}

const ranks: Record<string, number> = {
  Garmin: 0,
  Polar: 0,
  Fitbit: 0,
  file: 1,
  Strava: 2,
  token: 3,
  manual: 4,
};

/**
 * Returns the reports that may count: those that cover the whole workout, from the most trusted source. If no
 * source recorded the whole workout, returns any reports from the most trusted source.
 */
function trusted(reports: Report[]): Report[] {
  const whole = reports.filter(({ isWhole }) => isWhole);
  const recorded = whole.filter(({ source }) => (source as string) !== 'manual');
  const eligible = recorded.length > 0 ? recorded : reports;
  const best = Math.min(...eligible.map(({ source }) => ranks[source] ?? 9));
  return eligible.filter(({ source }) => ranks[source] === best);
}

/** Adds up several judgements. */
export function merged(judgements: Judgement[]): Judgement {
  const all = emptyJudgement();
  for (const one of judgements) {
    all.people += one.people;
    add(all.total, one.total);
    for (const trouble of troubles) add(all.byTrouble[trouble], one.byTrouble[trouble]);
    for (const [questions, count] of Object.entries(one.questions))
      all.questions[Number(questions)] = (all.questions[Number(questions)] ?? 0) + count;
    all.answers.same += one.answers.same;
    all.answers.different += one.answers.different;
    all.faults.push(...one.faults);
  }
  return all;
}

function add(sum: Figures, more: Figures): void {
  for (const key of Object.keys(sum) as (keyof Figures)[]) sum[key] += more[key];
}

/** Returns the figures as a Markdown table, with the questions and the first faults. */
export function report({ byTrouble, total, questions, answers, faults, people }: Judgement): string {
  const line = (name: string, { workouts, once, twice, lost, waiting }: Figures) =>
    `| ${name.padEnd(22)} | ${[workouts, once, twice, lost, waiting].map((count) => String(count).padStart(8)).join(' | ')} |`;
  return [
    `| ${'problem'.padEnd(22)} | workouts |     once |    twice |     lost |  waiting |`,
    `| ${'-'.repeat(22)} | -------: | -------: | -------: | -------: | -------: |`,
    ...troubles.map((trouble) => line(trouble, byTrouble[trouble])),
    line('all', total),
    '',
    `Questions per person: ${Object.entries(questions)
      .map(([count, ofPeople]) => `${count}: ${ofPeople}`)
      .join(', ')} (of ${people} people)`,
    `Answers: ${answers.same} the same workout, ${answers.different} different workouts`,
    `Faults: ${faults.length}`,
    ...faults.slice(0, 30).map((fault) => `  ${fault}`),
    '',
  ].join('\n');
}
