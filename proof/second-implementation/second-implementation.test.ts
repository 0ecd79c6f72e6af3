import { compareImplementations, serviceAnswer } from './compare';
import { SecondImplementation } from './python';

const SEED = Number(process.env['RULES_SEED'] ?? 3);

describe('The second implementation of the rules', () => {
  // @spec SE52
  // @id second-implementation-agrees
  it('should give the answers of the service in random trades and lives of a step', async () => {
    const { shown, different, ends } = await compareImplementations({ cases: 10_000, seed: SEED });
    expect({ different, shown }).toEqual({ different: 0, shown: [] });
    // Each end of a trade occurs: 9 causes with their classes, complete trades and open ones.
    expect([...ends.keys()].sort()).toEqual([
      'F1 no_contract',
      'F2 delivery_failed',
      'F2 unruled',
      'F3 coverage_shortfall',
      'F3 even_ruling',
      'F3 unruled',
      'F4 withdrew',
      'F5 no_checkpoint',
      'F5 not_activated',
      'F5 verdict_overturned',
      'completed',
      'open',
    ]);
  });

  it('should show the cases in which one stamp differs', async () => {
    const wrong = (input: Parameters<typeof serviceAnswer>[0]) => {
      const answer = serviceAnswer(input);
      return 'slash' in answer && answer.cause === 'withdrew' ? { ...answer, slash: answer.slash + 1 } : answer;
    };
    const { different, shown } = await compareImplementations({ cases: 200, seed: SEED, serviceAnswer: wrong });
    expect(different).toBeGreaterThan(0);
    expect(shown[0]?.service).not.toEqual(shown[0]?.second);
  });

  it('should say what to install without Python', async () => {
    await expect(SecondImplementation.start('no-such-python')).rejects.toThrow(/needs Python 3.8 .* apt-get install/);
  });

  it('should show the error of Python for a case that it does not know', async () => {
    const second = await SecondImplementation.start();
    const unknown = { kind: 'unknown' } as unknown as Parameters<SecondImplementation['answers']>[0][number];
    await expect(second.answers([unknown])).rejects.toThrow(/KeyError/);
    await second.stop();
  });
});
