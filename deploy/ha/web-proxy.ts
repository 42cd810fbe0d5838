import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Starts an HAProxy on this machine in front of two web processes that listen, or will listen, on these ports. */
export function startWebProxy(port: number, webPorts: [number, number]): ChildProcess {
  const config = fileURLToPath(new URL('web.cfg', import.meta.url));
  return spawn('haproxy', ['-db', '-f', config], {
    env: {
      PATH: `${process.env.PATH}:/usr/sbin`,
      WEB_BIND: `127.0.0.1:${port}`,
      WEB1: `127.0.0.1:${webPorts[0]}`,
      WEB2: `127.0.0.1:${webPorts[1]}`,
    },
    stdio: 'ignore',
  });
}
