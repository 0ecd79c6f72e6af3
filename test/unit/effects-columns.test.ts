import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A column that a decision changes and `apply_effects` forgets would keep its first value, without an error. */

const ROOT = join(__dirname, '..', '..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const schema = read('schema.sql');
const effects = read('sql/trades/apply_effects.sql');

/** The columns that no decision changes after the first write, or that other statements write. */
const UNCHANGED: Readonly<Record<string, readonly string[]>> = {
  listing: ['listing_id', 'principal_id', 'agent_id', 'trade_profile', 'side', 'created_at'],
  proposal: ['proposal_id', 'match_run_id', 'created_at'],
  trade: [
    'trade_id',
    'proposal_id',
    'coverage_threshold_bps',
    'bond_bps',
    'activation_fee_bps',
    'idle_window_seconds',
    'rebuttal_window_seconds',
    'evaluation_window_seconds',
    'policy_version',
    'rule_version',
    'created_at',
    'settlement_error',
    'settlement_error_at',
    'dispute_burn_bps',
    'closed_hours',
  ],
  trade_step: [
    'trade_id',
    'step_no',
    'title',
    'provider_principal_id',
    'provider_agent_id',
    'consumer_principal_id',
    'consumer_agent_id',
    'price_stamps',
    'contract_window_seconds',
    'checkpoint_window_seconds',
    'items',
    'not_before_at',
    'activation',
  ],
};

function columnsOf(table: string): string[] {
  const [, body = ''] = new RegExp(`CREATE TABLE ${table} \\(\n([^;]*?)\n\\);`).exec(schema) ?? [];
  return body
    .split('\n')
    .filter((line) => !line.trim().startsWith('CONSTRAINT'))
    .map((line) => line.trim().split(' ')[0] ?? '');
}

/** The columns of the SET list of the only upsert of a table. */
function changedBy(table: string): string[] {
  const [, after = ''] = effects.split(new RegExp(`INSERT INTO ${table}(?: \\(| SELECT)`));
  const [, set = ''] = /DO UPDATE SET([^;]*);/.exec(after) ?? [];
  return [...set.matchAll(/(\w+) = excluded\.\1/g)].map(([, column = '']) => column);
}

test.each(Object.keys(UNCHANGED))('should write each column of %s that a decision can change', (table) => {
  const changed = changedBy(table);
  expect(changed.length).toBeGreaterThan(0);
  expect([...changed, ...(UNCHANGED[table] ?? [])].sort()).toEqual(columnsOf(table).sort());
});
