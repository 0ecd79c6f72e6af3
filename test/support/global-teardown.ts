import type { Kept } from './global-setup';

export default async function globalTeardown(): Promise<void> {
  await (globalThis as Kept).testCluster?.stop();
}
