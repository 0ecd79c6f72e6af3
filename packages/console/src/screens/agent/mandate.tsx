import { type ReactNode, useState } from 'react';
import { useAct } from '../../api/hooks';
import { usePrincipal } from '../../shell/principal';
import { ActDialog } from '../../ui/act-dialog';
import { State } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card, Facts } from '../../ui/card';
import { Key } from '../../ui/key';
import { Money } from '../../ui/money';
import { Time } from '../../ui/time';
import { AgentRevokeMandate } from './agent.documents';
import { MandateDialog } from './mandate-dialog';
import type { DialogProps, Mandate, PartProps } from './types';

/** The limits of what the agent may commit in trades, with their use. */
export function MandateCard({ agent }: PartProps) {
  const { isOwner } = usePrincipal();
  const [open, setOpen] = useState<'put' | 'revoke'>();
  const { mandate } = agent;
  const close = (): void => setOpen(undefined);
  return (
    <Card
      title="Mandate"
      actions={
        isOwner && (
          <div className="flex flex-wrap gap-2">
            <Button opensDialog onClick={() => setOpen('put')}>
              {mandate === null ? 'Set mandate' : mandate.revokedAt === null ? 'Change mandate' : 'Set again'}
            </Button>
            {mandate && mandate.revokedAt === null && (
              <Button kind="danger" opensDialog onClick={() => setOpen('revoke')}>
                Revoke mandate
              </Button>
            )}
          </div>
        )
      }
    >
      {mandate ? (
        <Facts rows={rowsOf(mandate)} />
      ) : (
        <p>None. Only the limits and balances of the principal bound this agent.</p>
      )}
      {open === 'put' && <MandateDialog agent={agent} onClose={close} />}
      {open === 'revoke' && <RevokeDialog agent={agent} onClose={close} />}
    </Card>
  );
}

const TONES = { ACTIVE: 'good', EXPIRED: 'warn', REVOKED: 'bad' } as const;

function rowsOf(mandate: Mandate): readonly (readonly [string, ReactNode])[] {
  const { status, perTradeStamps, budgetStamps, budgetPeriod, bondStamps, maxOpenTrades, minSettledTrades } = mandate;
  const { counterparties, tradeProfiles, approvalAboveStamps, validUntil, revokedAt } = mandate;
  const of = (used: number, limit: number | null): ReactNode => (
    <>
      <Money stamps={used} />
      {limit === null ? (
        ', no limit'
      ) : (
        <>
          {' '}
          of <Money stamps={limit} />
        </>
      )}
    </>
  );
  return [
    ['State', <State code={status} tone={TONES[status]} />],
    [`Committed ${PERIODS[budgetPeriod]}`, of(mandate.usedStamps, budgetStamps)],
    ['Bonds of open commitments', of(mandate.openBondStamps, bondStamps)],
    ['Open commitments', `${String(mandate.openTradeCount)}${limitText(maxOpenTrades)}`],
    ['Limit for each trade', perTradeStamps === null ? 'none' : <Money stamps={perTradeStamps} />],
    [
      'Settled trades of a counterparty',
      minSettledTrades === null ? 'any number' : `${String(minSettledTrades)} or more`,
    ],
    ['Trade profiles', tradeProfiles?.join(', ') ?? 'all'],
    ['Counterparties', counterparties === null ? 'all' : <Keys of={counterparties} />],
    [
      'Approval of an owner',
      approvalAboveStamps === null ? (
        'never'
      ) : (
        <>
          above <Money stamps={approvalAboveStamps} />
        </>
      ),
    ],
    ['Ends', validUntil === null ? 'never' : <Time at={validUntil} />],
    ...(revokedAt === null ? [] : [['Revoked', <Time at={revokedAt} />] as const]),
  ];
}

const PERIODS = { DAY: 'today (UTC)', WEEK: 'this week (UTC)', MONTH: 'this month (UTC)', TOTAL: 'in total' } as const;

const limitText = (limit: number | null): string => (limit === null ? ', no limit' : ` of ${String(limit)}`);

function Keys({ of }: { readonly of: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-2">
      {of.map((key) => (
        <li key={key}>
          <Key of={key} />
        </li>
      ))}
    </ul>
  );
}

function RevokeDialog({ agent: { agentKey }, onClose }: DialogProps) {
  const { principalKey } = usePrincipal();
  const act = useAct(AgentRevokeMandate, `revoke mandate ${agentKey}`);
  const send = () => act.run({ input: { principalKey, agentKey } });
  return (
    <ActDialog title="Revoke the mandate" submit="Revoke mandate" isDanger act={act} onSubmit={send} onClose={onClose}>
      <p>
        The agent then commits nothing more: it accepts no proposal, and no new trade starts. Trades that exist go on to
        their end. You can set a mandate again at any time.
      </p>
      <p className="text-sm text-muted">This is free.</p>
    </ActDialog>
  );
}
