// Exits with 0 if the process of this container is alive, whichever role it has.
const { PORT = '3000', PROBE_PORT, ROLE } = process.env;
const port = ROLE === 'jobs' ? PROBE_PORT : PORT;
const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(4000) }).catch(
  () => undefined,
);
process.exit(answer?.ok ? 0 : 1);
