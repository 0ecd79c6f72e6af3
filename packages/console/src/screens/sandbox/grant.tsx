import { type SubmitEvent, useState } from 'react';
import type { SandboxGrantMutation, SandboxGrantMutationVariables, SandboxPageQuery } from '../../api/document-types';
import { useAct } from '../../api/hooks';
import { usePrincipal } from '../../shell/principal';
import { words } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Field, errorOf, Select } from '../../ui/field';
import { formatStamps, Money } from '../../ui/money';
import { ProblemNotice } from '../../ui/notice';
import { SandboxGrant } from './sandbox.documents';

type Pack = SandboxGrantMutationVariables['input']['pack'];
type Purchase = SandboxGrantMutation['grantTickets']['purchase'];

/** Credits a pack of tickets without a payment. */
export function GrantCard({ packs }: { readonly packs: SandboxPageQuery['ticketPacks'] }) {
  const { principalKey: ownKey, displayName } = usePrincipal();
  const act = useAct(SandboxGrant, `grant ${ownKey}`);
  const [pack, setPack] = useState<Pack>('STARTER');
  const [target, setTarget] = useState('');
  const [granted, setGranted] = useState<Purchase>();
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (act.isRunning) return;
    setGranted(undefined);
    const principalKey = target.trim() === '' ? ownKey : target.trim();
    setGranted((await act.run({ input: { principalKey, pack } }))?.grantTickets.purchase);
  };
  return (
    <Card title="Tickets">
      <form onSubmit={(event) => void send(event)} className="space-y-3">
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          <Select
            label="Pack"
            value={pack}
            options={packs.map((one) => [one.pack, `${one.name}: ${formatStamps(one.ticketStamps)} stamps`])}
            onText={setPack}
          />
          <Field
            label="Principal"
            placeholder={displayName}
            help="A key, prn_…. Empty: the principal of this page."
            value={target}
            onText={setTarget}
            error={errorOf(act.problem, 'principalKey')}
          />
        </div>
        {act.problem && <ProblemNotice problem={act.problem} />}
        <Button type="submit" isBusy={act.isRunning}>
          Grant tickets
        </Button>
      </form>
      <div role="status" className="mt-3 text-sm text-good">
        {granted && (
          <p>
            {words(granted.status)}: <Money stamps={granted.ticketStamps} />
          </p>
        )}
      </div>
    </Card>
  );
}
