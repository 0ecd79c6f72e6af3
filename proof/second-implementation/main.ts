import { numberOf, parseCommandLine, runCommand } from '../../test/support/command-line';
import { compareImplementations } from './compare';

/** Command `npm run second-implementation -- --cases 1000000 --seed 1`. docs/proofs/second-implementation.md describes it. */
const USAGE = 'usage: npm run second-implementation -- [--cases 1000000] [--seed 1]\n';

async function main(): Promise<number> {
  const options = { cases: { type: 'string', default: '1000000' }, seed: { type: 'string', default: '1' } } as const;
  const { values } = parseCommandLine({ options });
  const [cases, seed] = [numberOf(values.cases, 'cases', { least: 1 }), numberOf(values.seed, 'seed', { least: 1 })];
  const { different, shown, ends } = await compareImplementations({ cases, seed });
  for (const one of shown) console.log(JSON.stringify(one, null, 1));
  for (const [end, count] of [...ends].sort()) console.log(`${String(count).padStart(9)}  ${end}`);
  console.log(`${String(cases)} cases with seed ${String(seed)}, ${String(different)} differ`);
  return different > 0 ? 1 : 0;
}

runCommand('second-implementation', USAGE, main);
