import { platforms } from '../contract/couplings.ts';
import { readEnv } from '../server/env.ts';
import { webhookPath } from '../server/integrations/webhooks.ts';

// Prints the webhook address of the service whose portal must be set up by hand. It is a secret.
const { publicUrl, secret } = await readEnv(process.env);
for (const platform of platforms)
  console.log(`${platform}: ${publicUrl.slice(0, -1)}${webhookPath(secret, platform)}`);
