/** Returns the CPU time that this thread has used, in milliseconds. Other load on the machine does not count. */
export function workTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
