import { useTestCluster } from '../../support/cluster';
import { scenarios } from './scenarios';
import { type Driving, Theatre } from './worlds';

/** Plays every scenario outside a test run, on its own PostgreSQL. @throws Error of the first that fails */
export async function performAll(driving: Driving, log: (line: string) => void): Promise<void> {
  const cluster = await useTestCluster();
  const theatre = new Theatre(driving);
  try {
    for (const scenario of scenarios) {
      await theatre.play(scenario);
      log(`played: ${scenario.name}`);
    }
  } finally {
    await theatre.close();
    await cluster.stop();
  }
}
