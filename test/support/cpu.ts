/**
 * Milliseconds of processor time of this process, including a service within it.
 * Other processes do not count, so a bound on one request also holds on a busy machine.
 */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
