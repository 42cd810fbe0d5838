/** Milliseconds that this thread has worked so far: what else a busy machine does is not in them. */
export function workTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
