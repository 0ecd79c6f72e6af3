import { useAct } from '../../api/hooks';
import { usePrincipal } from '../../shell/principal';
import { State, type Tone } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card, Facts } from '../../ui/card';
import { Money } from '../../ui/money';
import { ProblemNotice } from '../../ui/notice';
import { Deadline, Time } from '../../ui/time';
import { TermsView } from '../proposal/terms-view';
import { TextLink } from '../trading/text-link';
import { titleOf } from '../trading/title';
import { type ApprovalsQuery, DecideApproval } from './approvals.documents';

export type Approval = NonNullable<ApprovalsQuery['principal']>['approvals']['nodes'][number];

const TONES: Readonly<Record<Approval['status'], Tone>> = {
  PENDING: 'warn',
  APPROVED: 'good',
  DENIED: 'bad',
  USED: 'good',
  EXPIRED: 'neutral',
};

/** One approval: what it costs, its terms, and the two answers of an owner. */
export function ApprovalCard({ of }: { readonly of: Approval }) {
  const { principalKey, isOwner } = usePrincipal();
  const { approvalKey, status, agentKey, proposalKey, committedStamps, bondStamps, terms } = of;
  const names = Object.fromEntries(
    terms.steps
      .flatMap(({ provider, consumer }) => [provider, consumer])
      .map((party) => [party.principalKey, party.displayName]),
  );
  return (
    <Card
      title={
        <TextLink to={`approvals/${approvalKey}`}>{titleOf(of.proposal.listings, principalKey, 'Proposal')}</TextLink>
      }
      actions={isOwner && status === 'PENDING' && <Answers approvalKey={approvalKey} />}
    >
      <div className="space-y-4">
        <Facts
          rows={[
            ['State', <State code={status} tone={TONES[status]} />],
            ['Agent', <TextLink to={`agents/${agentKey}`}>{of.agent.name}</TextLink>],
            ['It commits at most', <Money stamps={committedStamps} />],
            ['Bond in it', <Money stamps={bondStamps} />],
            ['Proposal', <TextLink to={`proposals/${proposalKey}`}>Revision {of.revisionNo}</TextLink>],
            ['Requested', <Time at={of.requestedAt} />],
            ...(of.decidedAt === null ? [] : [['Decided', <Time at={of.decidedAt} />] as const]),
            ...(status === 'PENDING' || status === 'APPROVED'
              ? [['Expires', <Deadline at={of.expiresAt} />] as const]
              : []),
          ]}
        />
        <TermsView terms={terms} names={names} />
      </div>
    </Card>
  );
}

/** Approves or denies with one click. The key of the act makes a second click harmless. */
function Answers({ approvalKey }: { readonly approvalKey: string }) {
  const { principalKey } = usePrincipal();
  const approve = useAct(DecideApproval, `approve ${approvalKey}`);
  const deny = useAct(DecideApproval, `deny ${approvalKey}`);
  const isRunning = approve.isRunning || deny.isRunning;
  const problem = approve.problem ?? deny.problem;
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          kind="danger"
          isBusy={isRunning}
          onClick={() => void deny.run({ input: { principalKey, approvalKey, decision: 'DENY' } })}
        >
          Deny
        </Button>
        <Button
          kind="primary"
          isBusy={isRunning}
          onClick={() => void approve.run({ input: { principalKey, approvalKey, decision: 'APPROVE' } })}
        >
          Approve
        </Button>
      </div>
      {problem && <ProblemNotice problem={problem} />}
    </div>
  );
}
