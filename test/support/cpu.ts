/**
 * Milliseconds of processor that this process, and so a service within it, has had. What the test's own machine is busy
 * with besides is not in it, so a bound on the work of one request holds on a machine under load as well.
 */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
