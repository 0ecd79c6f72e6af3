import type { GlobalState } from './global-setup';

export default async function globalTeardown(): Promise<void> {
  await (globalThis as GlobalState).testCluster?.stop();
}
