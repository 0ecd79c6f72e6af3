import { useRef, useState } from 'react';
import type { RulingScreenQuery } from '../../../api/document-types';
import { type Loaded, useLive } from '../../../api/hooks';
import { useParam } from '../../../shell/principal';
import { State } from '../../../ui/badge';
import { Card, Facts, PageHeader } from '../../../ui/card';
import { Key } from '../../../ui/key';
import { formatBps, Money } from '../../../ui/money';
import { Empty, Ready, Skeleton } from '../../../ui/notice';
import { Deadline, Time } from '../../../ui/time';
import { offerTitle } from '../parts/title';
import { OperatorLink } from '../parts/operator-link';
import { queueStream } from '../parts/queues';
import { useDebounced } from '../parts/use-debounced';
import { useEvery, useReread } from '../../../api/polling';
import { Evidence } from './evidence';
import { type RuledTrade, stepOf } from './money';
import { Outcomes } from './outcomes';
import { bpsOf, outcomesOf } from './outcomes-of';
import { Parties } from './parties';
import { RuleCard } from './rule-card';
import { RulingScreen } from './ruling.documents';
import { SettleCard } from './settle-card';
import { SettlementCard, VerdictCard } from './settled';
import { Steps } from './steps';

/** A worker settles soon after a verdict, and no stream of operators reports it. */
const UNTIL_SETTLED_MS = 2_000;
/** The stream of a queue reports its size and its first dates, and not what changes in one trade. */
const UNSETTLED_MS = 5_000;

/** One trade, for the operator that rules it. */
export function Screen() {
  const tradeKey = useParam('tradeKey');
  return <OneTrade key={tradeKey} tradeKey={tradeKey} />;
}

function OneTrade({ tradeKey }: { readonly tradeKey: string }) {
  const [percent, setPercent] = useState('');
  const wanted = bpsOf(percent);
  const read = useDebounced(wanted);
  const variables = { tradeKey, coverageBps: read ?? 0 };
  const result = useLive(RulingScreen, variables, () => true, queueStream('VERDICT'));
  const reread = useReread(RulingScreen, variables);
  const shown = useShown(result);
  const trade = shown.data?.operatorTrade;
  const isRuled = trade?.settlement === null && trade.steps.some(({ state, verdict }) => state === 'ACTIVE' && verdict);
  useEvery(reread, isRuled ? UNTIL_SETTLED_MS : trade?.settlement === null ? UNSETTLED_MS : undefined);
  return (
    <Ready of={shown} lines={10}>
      {(data) => {
        if (data.operatorTrade === null) return <Unknown tradeKey={tradeKey} />;
        // The data of the trade before stays until this one is read.
        if (data.operatorTrade.tradeKey !== tradeKey) return <Skeleton lines={10} />;
        const coverage = read === wanted && shown.data === result.data && !result.isOld ? wanted : undefined;
        return (
          <Page
            trade={data.operatorTrade}
            previews={data.previews}
            coverageBps={coverage}
            percent={percent}
            onPercent={setPercent}
            reread={reread}
          />
        );
      }}
    </Ready>
  );
}

/** The trade, and with it an open dialog, stays while the preview of another coverage cannot be read. */
function useShown<Data>(result: Loaded<Data>): Loaded<Data> {
  const last = useRef(result.data);
  if (result.data !== undefined) last.current = result.data;
  const isKept = result.problem === undefined || result.problem.isTransient;
  return isKept && last.current !== undefined ? { ...result, data: last.current } : result;
}

function Unknown({ tradeKey }: { readonly tradeKey: string }) {
  return (
    <Empty title="There is no such trade">
      No trade has the key <code className="break-all">{tradeKey}</code>.{' '}
      <OperatorLink to="queue">Go to the queue</OperatorLink>
    </Empty>
  );
}

interface PageProps {
  readonly trade: RuledTrade;
  readonly previews: RulingScreenQuery['previews'];
  readonly coverageBps: number | undefined;
  readonly percent: string;
  readonly onPercent: (percent: string) => void;
  readonly reread: () => void;
}

function Page({ trade, previews, coverageBps, percent, onPercent, reread }: PageProps) {
  const step = stepOf(trade);
  const canRule = trade.allowedActions.some(({ operation }) => operation === 'evaluateTrade');
  const outcomes = previews ? outcomesOf(previews, step, canRule, coverageBps) : [];
  return (
    <>
      <PageHeader title={offerTitle(trade, trade.steps[0])}>
        <Head trade={trade} />
      </PageHeader>
      <div className="space-y-4">
        {trade.settlement && <SettlementCard of={trade.settlement} />}
        {step?.verdict && <VerdictCard verdict={step.verdict} />}
        {step && <Evidence step={step} />}
        {step && outcomes.length > 0 && <Outcomes trade={trade} step={step} outcomes={outcomes} />}
        {step && canRule && (
          <RuleCard
            trade={trade}
            step={step}
            outcomes={outcomes}
            percent={percent}
            onPercent={onPercent}
            reread={reread}
          />
        )}
        {trade.settlement === null && (
          <SettleCard trade={trade} step={step} outcome={outcomes.find(({ id }) => id === 'LAPSE')} onDone={reread} />
        )}
        {step && <Parties trade={trade} step={step} />}
        <Terms trade={trade} />
        {trade.steps.length > 1 && <Steps steps={trade.steps} />}
      </div>
    </>
  );
}

function Head({ trade }: { readonly trade: RuledTrade }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <State code={trade.state} />
      <Key of={trade.tradeKey} />
      {trade.nextDeadlineAt !== null && <Deadline at={trade.nextDeadlineAt} />}
      <OperatorLink to="queue">Queue</OperatorLink>
      <OperatorLink to="log" search={{ subject: trade.tradeKey }}>
        Acts of operators
      </OperatorLink>
    </p>
  );
}

function Terms({ trade }: { readonly trade: RuledTrade }) {
  const { coverageThresholdBps, disputeBurnBps } = trade.proposal.currentRevision.terms;
  const price = trade.steps.reduce((sum, { priceStamps }) => sum + priceStamps, 0);
  return (
    <Card title="Terms">
      <Facts
        rows={[
          ['Price of all steps', <Money stamps={price} />],
          ['Coverage that passes', formatBps(coverageThresholdBps)],
          ['Loss of each side without a ruling', `${formatBps(disputeBurnBps)} of the contested price`],
          ['Trade profile', trade.proposal.listings[0]?.tradeProfile ?? '–'],
          ['Created', <Time at={trade.createdAt} />],
          ['Proposal', <Key of={trade.proposal.proposalKey} />],
        ]}
      />
    </Card>
  );
}
