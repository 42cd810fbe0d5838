import { readFileSync } from 'node:fs';

/** Returns the peak memory of a process since its start, in megabytes, as the system reports it. */
export function peakMemory(id: number): number {
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

/** Returns the current memory of a process, in megabytes. */
export function memoryNow(id: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
