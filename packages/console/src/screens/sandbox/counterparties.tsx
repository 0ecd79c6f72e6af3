import { type SubmitEvent, useState } from 'react';
import type { SandboxSpawnMutation, SandboxSpawnMutationVariables } from '../../api/document-types';
import { useAct } from '../../api/hooks';
import { TextLink, usePrincipal } from '../../shell/principal';
import { words } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Field, errorOf, Select } from '../../ui/field';
import { Money } from '../../ui/money';
import { ProblemNotice } from '../../ui/notice';
import { type Column, Table } from '../../ui/table';
import { SandboxSpawn } from './sandbox.documents';
import { useTabList } from './tab-list';

type Input = SandboxSpawnMutationVariables['input'];
type Counterparty = SandboxSpawnMutation['spawnCounterparty']['counterparty'];

const SIDES: readonly (readonly [Input['side'], string])[] = [
  ['PROVIDE', 'Provider: it delivers to you'],
  ['CONSUME', 'Consumer: it pays and checks'],
];

/** The strategies of each side, with their acts. */
const STRATEGIES: Readonly<Record<Input['side'], readonly (readonly [Input['strategy'], string])[]>> = {
  PROVIDE: [
    ['HONEST', 'Honest: delivers as agreed'],
    ['SILENT', 'Silent: delivers nothing'],
    ['LATE', 'Late: delivers after the deadline'],
    ['WITHDRAWING', 'Withdrawing: gives up an active step'],
    ['HOLLOW', 'Hollow: delivers items without artifacts'],
    ['SHORT', 'Short: delivers three of five items'],
    ['COUNTERING', 'Countering: asks for more, then is honest'],
  ],
  CONSUME: [
    ['HONEST', 'Honest: confirms every delivery'],
    ['SILENT', 'Silent: submits no checkpoint'],
    ['LATE', 'Late: checks after the deadline'],
    ['FALSE_FAILURE', 'False failure: says that good work failed'],
    ['FALSE_SHORTFALL', 'False shortfall: confirms one item of five'],
    ['COUNTERING', 'Countering: offers less, then is honest'],
  ],
};

/** Creates counterparties, and lists those of this tab. */
export function CounterpartiesCard() {
  const { principalKey } = usePrincipal();
  const act = useAct(SandboxSpawn, 'spawn a counterparty');
  const [rows, add] = useTabList<Counterparty>(`counterparties ${principalKey}`);
  const [side, setSide] = useState<Input['side']>('PROVIDE');
  const [strategy, setStrategy] = useState<Input['strategy']>('HONEST');
  const [tradeProfile, setTradeProfile] = useState('');
  const [seed, setSeed] = useState('1');
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (act.isRunning) return;
    const data = await act.run({ input: { side, strategy, tradeProfile, seed: Number(seed) } });
    if (data) add(data.spawnCounterparty.counterparty);
  };
  return (
    <Card title="Counterparties">
      <form onSubmit={(event) => void send(event)} className="space-y-3">
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          <Select
            label="Side"
            value={side}
            options={SIDES}
            onText={(next) => {
              setSide(next);
              setStrategy('HONEST');
            }}
          />
          <Select
            label="Strategy"
            value={strategy}
            options={STRATEGIES[side]}
            onText={setStrategy}
            error={errorOf(act.problem, 'strategy')}
          />
          <Field
            label="Trade profile"
            required
            placeholder="translation.de-en/v1"
            value={tradeProfile}
            onText={setTradeProfile}
            error={errorOf(act.problem, 'tradeProfile')}
          />
          <Field
            label="Seed"
            type="number"
            required
            step={1}
            help="The same seed gives the same price."
            value={seed}
            onText={setSeed}
            error={errorOf(act.problem, 'seed')}
          />
        </div>
        {act.problem && <ProblemNotice problem={act.problem} />}
        <Button type="submit" kind="primary" isBusy={act.isRunning}>
          Create counterparty
        </Button>
      </form>
      <p className="my-3 text-sm text-muted">
        To trade with it, publish a listing of the same profile on the other side, and run a match. A restart of the
        sandbox ends all counterparties. The API has no list of them: this one has those of this tab.
      </p>
      {rows.length > 0 && (
        <Table
          caption="Counterparties of this tab"
          columns={COLUMNS}
          rows={rows}
          keyOf={({ principalKey }) => principalKey}
        />
      )}
    </Card>
  );
}

const COLUMNS: readonly Column<Counterparty>[] = [
  {
    head: 'Strategy',
    cell: ({ strategy, principalKey }) => <TextLink to={`counterparties/${principalKey}`}>{words(strategy)}</TextLink>,
  },
  { head: 'Side', cell: ({ side }) => (side === 'PROVIDE' ? 'provider' : 'consumer') },
  { head: 'Profile', cell: ({ tradeProfile }) => tradeProfile },
  { head: 'Seed', isAmount: true, cell: ({ seed }) => seed },
  { head: 'Price', isAmount: true, cell: ({ priceStamps }) => <Money stamps={priceStamps} isBare /> },
];
