import { platforms } from '../contract/couplings.ts';
import { readEnv } from '../server/env.ts';
import { webhookPath } from '../server/integrations/webhooks/webhook-routes.ts';

// Prints the webhook address of each service, for portals that must be set up by hand. The addresses are secret.
const { publicUrl, secret } = await readEnv(process.env);
for (const platform of platforms)
  console.log(`${platform}: ${publicUrl.slice(0, -1)}${webhookPath(secret, platform)}`);
