/** A process that computes for some milliseconds on request, to show how busy the machine is with other work. */
const ROUNDS = 5;
const WORK_MS = 40;

/** Returns how many times longer a computation takes than its processor time. */
function slowness(): number {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  const used = (): number => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  while (used() < WORK_MS);
  return (performance.now() - startedAt) / used();
}

process.on('message', () => {
  const measured = Array.from({ length: ROUNDS }, slowness).sort((a, b) => a - b);
  process.send?.(measured[Math.floor(ROUNDS / 2)]);
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
