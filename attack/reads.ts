import type { LightMyRequestResponse } from 'fastify';
import { api } from '../contract/api.ts';
import { isManaged, type Operation } from '../contract/kit/operation.ts';
import type { Case } from './cases.ts';

/** A read that is made after a write. */
interface Read {
  url: string;
  reader: 'participant' | 'organiser';
  accept: string;
}

interface NamedRead extends Read {
  domain: string;
  path: string;
}

/** For each domain, other domains that show its data although their names do not suggest it. */
const seenIn: Record<string, string[]> = {
  accounts: ['people', 'rankings', 'activities'],
  activities: ['rankings', 'inbox', 'statistics', 'challenges'],
  comments: ['inbox'],
  configs: ['settings'],
  faqlibraries: ['faq', 'settings'],
  faqquestions: ['faq'],
  inbox: ['activities', 'comments', 'decisions'],
  ingest: ['activities', 'rankings', 'workouts', 'sportrules'],
  people: ['rankings', 'teams', 'activities'],
  pictures: ['settings'],
  progressmaps: ['challenges', 'settings'],
  settings: ['configs', 'page', 'challenges'],
  sportrules: ['sports', 'activities', 'tasks'],
  sports: ['activities', 'sportrules'],
  teams: ['rankings', 'people', 'statistics'],
  texts: ['translations', 'menus'],
  workoutfiles: ['activities', 'workouts', 'rankings', 'sportrules'],
  workouts: ['activities', 'rankings'],
};

/** Returns the domain of an operation: «managedFaqQuestions.create» belongs to «faqquestions». */
const domainOf = (name: string) => (name.split('.')[0] ?? '').replace(/^managed/, '').toLowerCase();

/** The required query parameters of some reads. */
const queries: Record<string, string> = {
  'rankings.list': '?periodType=all',
  'rankings.listTeams': '?periodType=all',
  'menus.list': '?locale=en',
  'managedTexts.list': '?itemsPerPage=1000',
  'managedPeople.list': '?itemsPerPage=1000',
};

const allReads: NamedRead[] = [
  ...Object.entries(api).flatMap(([domain, calls]) =>
    (Object.entries(calls) as [string, Operation][])
      .filter(
        ([, { method, changesState, access, answer }]) =>
          method === 'GET' && !changesState && access !== 'token' && answer,
      )
      .map(([name, op]) => ({
        domain: domainOf(domain),
        path: op.path,
        url: op.path + (queries[`${domain}.${name}`] ?? ''),
        reader: isManaged(op) ? ('organiser' as const) : ('participant' as const),
        accept: 'application/ld+json',
      })),
  ),
  ...['/', '/dashboard/', '/sign-in'].map((path) => ({
    domain: 'page',
    path,
    url: path,
    reader: 'participant' as const,
    accept: 'text/html',
  })),
  {
    domain: 'people',
    path: '',
    url: '/platform/api/management/people-export',
    reader: 'organiser',
    accept: '*/*',
  },
];

const lists = allReads.filter(({ path }) => !path.includes(':'));
const singles = allReads.filter(({ path }) => /^[^:]+\/:\w+$/.test(path));

/**
 * Selects the reads after a call: the lists of the call's domain, the resource in its address, the created resource,
 * and another list, which depends only on `at`. If `isThorough`, also all lists that show data of the domain, and more
 * of the other lists.
 */
export function readsAfter(
  name: string,
  request: Case,
  response: LightMyRequestResponse | undefined,
  at: number,
  isThorough: boolean,
): Read[] {
  const domain = domainOf(name);
  const related = [domain, ...(isThorough ? (seenIn[domain] ?? []) : [])];
  const shown = lists.filter((one) => related.includes(one.domain));
  const places = isThorough ? [at * 3, at * 3 + 1, at * 3 + 2] : [at];
  const others = places.map((place) => lists[place % lists.length] as NamedRead);
  const addresses = [...addressesIn(response), request.url.split('?')[0] ?? ''];
  const about = singles.flatMap((single) =>
    addresses
      .filter(
        (address) => address.startsWith(single.path.split(':')[0] ?? '') && isOneStep(address, single.path),
      )
      .map((url) => ({ ...single, url })),
  );
  return [...new Map([...shown, ...about, ...others].map((one) => [one.url, one])).values()];
}

/** Returns whether an address has as many segments as a path, or one more for an action. */
function isOneStep(address: string, path: string): boolean {
  return address.split('/').length === path.split('/').length;
}

/** Returns the addresses in the response to a call that created a resource. */
function addressesIn(response: LightMyRequestResponse | undefined): string[] {
  if (!response || !String(response.headers['content-type']).includes('json')) return [];
  const { '@id': address } = (response.json() ?? {}) as { '@id'?: unknown };
  return typeof address === 'string' ? [address.split('?')[0] ?? ''] : [];
}
