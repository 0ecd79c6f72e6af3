import { INDEXED_PLANS } from '../../src/database/connection/data-source';

/** Session options of the service's own connections: the least-privileged role and the same plans. */
export function asApplication(url: string): string {
  const session = ['role=ats_app', 'timezone=UTC', 'jit=off', ...INDEXED_PLANS];
  const made = new URL(url);
  made.searchParams.set('options', session.map((setting) => `-c ${setting}`).join(' '));
  return made.href;
}
