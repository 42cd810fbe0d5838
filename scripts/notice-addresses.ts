import { platforms } from '../contract/couplings.ts';
import { readEnv } from '../server/env.ts';
import { webhookPath } from '../server/integrations/webhooks.ts';

// Where services send what people record: for the one whose portal is filled in by hand. Treat it as a secret.
const { publicUrl, secret } = await readEnv(process.env);
for (const platform of platforms)
  console.log(`${platform}: ${publicUrl.slice(0, -1)}${webhookPath(secret, platform)}`);
