import type { ApprovalsQuery } from '../../api/document-types';
import { useAct } from '../../api/hooks';
import { TextLink, usePrincipal } from '../../shell/principal';
import { State, type Tone } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card, Facts } from '../../ui/card';
import { Money } from '../../ui/money';
import { ProblemNotice } from '../../ui/notice';
import { Deadline, Time } from '../../ui/time';
import { TermsView } from '../proposal/terms-view';
import { titleOf } from '../trading/title';
import { DecideApproval } from './approvals.documents';

export type Approval = NonNullable<ApprovalsQuery['principal']>['approvals']['nodes'][number];

/** The use and the end of an approval have no event. */
export const OPEN_READ_MS = 5_000;

/** Whether the approval can still be given or used. */
export function isOpen(approval: Pick<Approval, 'status'> | null | undefined): boolean {
  return approval?.status === 'PENDING' || approval?.status === 'APPROVED';
}

const TONES: Readonly<Record<Approval['status'], Tone>> = {
  PENDING: 'warn',
  APPROVED: 'good',
  DENIED: 'bad',
  USED: 'good',
  EXPIRED: 'neutral',
};

/** The meaning of each state for the agent. */
const CONSEQUENCES: Readonly<Record<Approval['status'], string>> = {
  PENDING: 'After your approval the agent can commit these terms once, within 24 hours.',
  APPROVED: 'The agent can commit these terms once. It must send its call again.',
  DENIED: 'The agent cannot commit these terms.',
  USED: 'The agent has committed these terms.',
  EXPIRED: 'Nothing was committed. A new call of the agent asks again.',
};

/** One approval: what it costs, its terms, and the two answers of an owner. */
export function ApprovalCard({ of, isAlone = false }: { readonly of: Approval; readonly isAlone?: boolean }) {
  const { principalKey, isOwner } = usePrincipal();
  const { approvalKey, status, agentKey, proposalKey, committedStamps, bondStamps, terms } = of;
  const title = titleOf(of.proposal.listings, principalKey, 'Proposal');
  const names = Object.fromEntries(
    terms.steps
      .flatMap(({ provider, consumer }) => [provider, consumer])
      .map((party) => [party.principalKey, party.displayName]),
  );
  return (
    <Card
      title={isAlone ? title : <TextLink to={`approvals/${approvalKey}`}>{title}</TextLink>}
      actions={isOwner && status === 'PENDING' && <Answers approvalKey={approvalKey} />}
    >
      <div className="space-y-4">
        <p>{CONSEQUENCES[status]}</p>
        <Facts
          rows={[
            ['State', <State code={status} tone={TONES[status]} />],
            ['Agent', <TextLink to={`agents/${agentKey}`}>{of.agent.name}</TextLink>],
            ['It commits at most', <Money stamps={committedStamps} />],
            ['Bond in it', <Money stamps={bondStamps} />],
            ['Proposal', <TextLink to={`proposals/${proposalKey}`}>Revision {of.revisionNo}</TextLink>],
            ['Requested', <Time at={of.requestedAt} />],
            ...(of.decidedAt === null ? [] : [['Decided', <Time at={of.decidedAt} />] as const]),
            ...(isOpen(of) ? [['Expires', <Deadline at={of.expiresAt} />] as const] : []),
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
