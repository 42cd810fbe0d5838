/** The CPU time of this thread in milliseconds, independent of other load on the machine. */
export function workTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
