import { readFileSync } from 'node:fs';

/** The memory of a process at its highest since it started, in megabytes, as the system counts it. */
export function peakMemory(id: number): number {
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

/** The memory of a process now, in megabytes. */
export function memoryNow(id: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
