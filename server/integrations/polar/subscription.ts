import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod';
import { parsedAnswer } from '../providers/parsed-answer.ts';
import type { ProviderMemory } from '../providers/provider.ts';
import { ProviderError } from '../providers/provider-error.ts';
import { id } from '../providers/reported-fields.ts';
import { clientAuthorization, type PolarSettings, polarAddresses, polarCall } from './call.ts';
import { keepWebhook, keptWebhook } from './webhook.ts';

const Webhook = z.object({
  id,
  events: z.array(z.string()).catch([]),
  url: z.string().catch(''),
  active: z.boolean().catch(true),
});
const Webhooks = z.object({ data: z.array(Webhook) });
const Made = z.object({ data: z.object({ id, signature_secret_key: z.string().min(1) }) });

const events = ['EXERCISE'];

/**
 * Makes sure that the client's single webhook points to this address, is active and has a known secret. Polar shows the
 * secret only once, so a webhook whose secret was lost is created again.
 */
export async function subscribePolar(
  settings: PolarSettings,
  callback: string,
  memory: ProviderMemory,
  now: Temporal.Instant,
): Promise<void> {
  const webhooks = `${polarAddresses(settings).api}/webhooks`;
  const call = async (path: string, request: Parameters<typeof polarCall>[3] = {}) => {
    const answer = await polarCall(
      `${webhooks}${path}`,
      clientAuthorization(settings),
      { now },
      {
        expected: [401, 403],
        ...request,
      },
    );
    if (answer.status === 401 || answer.status === 403)
      throw new ProviderError('operator', 'Polar rejects the client ID and secret');
    return answer;
  };

  const answer = await call('');
  const there = answer.status === 204 ? [] : parsedAnswer('Polar', Webhooks, answer).data;
  const kept = await keptWebhook(memory);
  const ours = there.find((one) => one.id === kept?.id);
  if (ours) {
    const leadsHere = ours.url === callback && events.every((event) => ours.events.includes(event));
    if (!leadsHere) await call(`/${ours.id}`, { method: 'PATCH', json: { events, url: callback } });
    if (!ours.active) await call('/activate', { method: 'POST' });
    return;
  }
  for (const lost of there) await call(`/${lost.id}`, { method: 'DELETE' });
  const made = parsedAnswer(
    'Polar',
    Made,
    await call('', { method: 'POST', json: { events, url: callback } }),
  );
  await keepWebhook(memory, { id: made.data.id, secret: made.data.signature_secret_key });
}
