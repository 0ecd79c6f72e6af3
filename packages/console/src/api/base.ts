import { timeLimit } from './time-limit';

/** The path of the console: `/console`, or with the prefix of a service below a path. */
export const consolePath = `${location.pathname.split('/console', 1)[0] ?? ''}/console`;
/** The path of the service. */
export const servicePath = consolePath.slice(0, -'/console'.length);

/** Leaves the page for the sign-in, and comes back to it. */
export function signIn(): void {
  const here = encodeURIComponent(location.pathname + location.search);
  location.assign(`${servicePath}/auth/login?return_to=${here}`);
}

/** Signs out in all tabs of this browser. Returns false if the session may still live. */
export async function signOut(): Promise<boolean> {
  const response = await fetch(`${servicePath}/auth/logout`, { method: 'POST', signal: timeLimit() }).catch(
    () => undefined,
  );
  // Status 401: the session had ended before.
  if (response?.status !== 204 && response?.status !== 401) return false;
  new BroadcastChannel('ats-session').postMessage('signed-out');
  location.assign(`${consolePath}/signed-out`);
  return true;
}
