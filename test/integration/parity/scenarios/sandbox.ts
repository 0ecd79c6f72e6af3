import { found } from '../cast';
import type { Scenario } from '../suite';

const DAY = 86_400;

/** The operations of a sandbox, and their refusal by a live service. */
export const sandbox: readonly Scenario[] = [
  {
    name: 'practise in a sandbox',
    world: 'sandbox',
    async play(stage) {
      const { agent, p } = await found(stage, 'Company');
      await stage.ask(agent, 'grantTickets', { ...p, pack: 'starter' });
      await stage.ask(agent, 'principal', p);
      const spawned = { strategy: 'honest', side: 'provide', trade_profile: `${stage.slug}.work`, seed: 1 };
      await stage.ask(agent, 'spawnCounterparty', spawned);
      await stage.refused(agent, 'spawnCounterparty', { ...spawned, strategy: 'false_failure' }, 'validation_failed');
      await stage.ask(agent, 'advanceClock', { seconds: DAY });
      await stage.ask(agent, 'injectFault', { kind: 'duplicate_webhook', count: 1 });
      await stage.refused(agent, 'advanceClock', { to_at: '2020-01-01T00:00:00.000Z' }, 'validation_failed');
    },
  },
  {
    name: 'refused: a sandbox’s operations in a live service',
    async play(stage) {
      const { agent, p } = await found(stage, 'Company');
      await stage.refused(agent, 'grantTickets', { ...p, pack: 'starter' }, 'sandbox_only');
      await stage.refused(agent, 'advanceClock', { seconds: DAY }, 'sandbox_only');
      await stage.refused(agent, 'injectFault', { kind: 'slow', count: 1 }, 'sandbox_only');
      const spawned = { strategy: 'silent', side: 'consume', trade_profile: 'work', seed: 1 };
      await stage.refused(agent, 'spawnCounterparty', spawned, 'sandbox_only');
    },
  },
];
