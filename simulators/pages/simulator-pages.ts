import fastifyFormBody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod';
import { type Language, languages, requiredDate } from '../../contract/kit/fields.ts';
import { escaped } from '../../server/kit/mail-template.ts';
import type { Translate } from '../../server/kit/problems.ts';
import { answerRefusals, parseBody } from '../refusal.ts';
import { consentForm } from './consent-page.ts';
import { pageFrame } from './page-frame.ts';
import type { QueryParams, ServiceInBrowser } from './simulator-in-browser.ts';
import { recordedForm, recordForm } from './workouts-page.ts';

const Strings = z.record(z.string(), z.string());
const Decision = z.object({
  member: z.string(),
  decision: z.enum(['allow', 'deny']),
  tick: z.union([z.string().transform((one) => [one]), z.array(z.string())]).default([]),
});
/** A workout as submitted in the form. The limits are the same as for activities. */
const Entry = z.object({
  sportType: z.string().max(60),
  start: z.iso
    .datetime({ local: true })
    .max(19)
    .refine((text) => requiredDate.safeParse(text.slice(0, 10)).success)
    .transform((text) => Temporal.PlainDateTime.from(text.replace('Z', ''))),
  minutes: z.coerce.number().positive().max(6000),
  kilometres: z.coerce.number().nonnegative().max(1000),
});

/** The UTC offset of workouts recorded on these pages, in minutes: Brussels in winter. */
const utcOffsetMinutes = 60;

/**
 * Serves the pages of a simulated service: the consent page, and a person's page for recording and changing workouts.
 */
export function servicePages(service: ServiceInBrowser, translate: Translate) {
  return async (app: FastifyInstance): Promise<void> => {
    if (!app.hasContentTypeParser('application/x-www-form-urlencoded')) await app.register(fastifyFormBody);
    answerRefusals(app);
    const textsFor = (request: FastifyRequest) => {
      const language = languageOf(request);
      const t = (key: string) => translate(language, 'sandbox', key, { service: service.platform });
      return { language, t };
    };
    const send = (request: FastifyRequest, reply: FastifyReply, heading: string, content: string) => {
      const { language, t } = textsFor(request);
      const page = pageFrame({ language, title: service.platform, notice: t('notice'), heading, content });
      return reply
        .header('content-security-policy', page.policy)
        .type('text/html; charset=utf-8')
        .send(page.html);
    };

    app.get(service.consentPath, async (request, reply) => {
      const params = queryParamsOf(request);
      service.check(params);
      const { t } = textsFor(request);
      return send(request, reply, t('consent.heading'), consentForm(service, request.url, t));
    });
    app.post(service.consentPath, async (request, reply) => {
      const { member, decision, tick } = parseBody(Decision, request.body);
      const allows = decision === 'allow';
      return reply.redirect(
        service.decide(queryParamsOf(request), { memberId: member, ticks: tick, allows }),
        303,
      );
    });

    app.get('/', async (request, reply) => {
      const { t } = textsFor(request);
      const own = request.url.replace(/\/?(\?.*)?$/, '');
      const links = service
        .members()
        .map(({ id, name }) => `<a href="${escaped(`${own}/members/${id}`)}">${escaped(name)}</a>`);
      return send(request, reply, t('members.heading'), links.join(''));
    });
    app.get<{ Params: { id: string } }>('/members/:id', async (request, reply) => {
      const { t } = textsFor(request);
      const { id } = request.params;
      const name = service.members().find((one) => one.id === id)?.name ?? '';
      const own = request.url.replace(/\?.*$/, '');
      const content = `${recordForm(service, `${own}/workouts`, t)}${service
        .recorded(id)
        .map((one) => recordedForm(service, `${own}/workouts/${one.id}`, one, t))
        .join('')}`;
      return send(request, reply, name, content);
    });
    app.post<{ Params: { id: string } }>('/members/:id/workouts', async (request, reply) => {
      await service.record(request.params.id, recordingOf(request.body));
      return reply.redirect(request.url.replace(/\/workouts$/, ''), 303);
    });
    app.post<{ Params: { id: string; workout: string } }>(
      '/members/:id/workouts/:workout',
      async (request, reply) => {
        const { id, workout } = request.params;
        if ((request.body as { remove?: string } | null)?.remove) await service.remove(id, workout);
        else await service.edit(id, workout, recordingOf(request.body));
        return reply.redirect(request.url.replace(/\/workouts\/[^/]+$/, ''), 303);
      },
    );
  };
}

const queryParamsOf = ({ query }: FastifyRequest): QueryParams => Strings.catch({}).parse(query);

function languageOf({ headers }: FastifyRequest): Language {
  const chosen =
    /(?:^|;\s*)locale=(\w\w)/.exec(headers.cookie ?? '')?.[1] ?? headers['accept-language'] ?? '';
  return languages.find((language) => chosen.toLowerCase().startsWith(language)) ?? 'en';
}

function recordingOf(body: unknown) {
  const { sportType, start, minutes, kilometres } = parseBody(Entry, body);
  return {
    startedAt: start.toZonedDateTime('UTC').toInstant().subtract({ minutes: utcOffsetMinutes }),
    utcOffsetMinutes,
    elapsedSeconds: Math.round(minutes * 60),
    metres: Math.round(kilometres * 1000) || null,
    sportType,
    name: `${sportType} ${kilometres} km`,
  };
}
