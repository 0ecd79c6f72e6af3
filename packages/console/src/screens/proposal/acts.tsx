import { useState } from 'react';
import { useAct } from '../../api/hooks';
import { TextLink, useGo, usePrincipal } from '../../shell/principal';
import { ActDialog } from '../../ui/act-dialog';
import { Card } from '../../ui/card';
import { Money } from '../../ui/money';
import { ActList, type AllowedAct, type BlockedAct, Cost, type Offer } from '../trading/acts';
import { ProposalCreateTrade, ProposalRespond } from './proposal.documents';
import type { Owner, Proposal } from './types';

type Decision = 'ACCEPT' | 'REJECT';
type Open = { readonly act: AllowedAct; readonly kind: Decision | 'CREATE' };

const NAMES = {
  respondToProposal: 'Answer',
  'respondToProposal.ACCEPT': 'Accept',
  'respondToProposal.COUNTER': 'Counter',
  'respondToProposal.REJECT': 'Reject',
  createTrade: 'Create the trade',
};

interface Props {
  readonly owner: Owner;
  readonly of: Proposal;
  readonly onCounter: () => void;
}

/** The answers to a proposal that are possible now, and the others with the reason. */
export function Acts({ owner, of, onCounter }: Props) {
  const [open, setOpen] = useState<Open | undefined>();
  const allowed = of.allowedActions.filter(({ hasEffect }) => hasEffect);
  if (of.tradeKey || of.state === 'REJECTED') return null;
  const find = (operation: string, decision?: string): AllowedAct | undefined =>
    allowed.find(
      (act) => act.operation === operation && (decision === undefined || act.input['decision'] === decision),
    );
  const offers: Offer[] = [];
  const create = find('createTrade');
  const accept = find('respondToProposal', 'ACCEPT');
  const counter = find('respondToProposal', 'COUNTER');
  const reject = find('respondToProposal', 'REJECT');
  const ask = (act: AllowedAct, kind: Open['kind']) => () => setOpen({ act, kind });
  if (create) offers.push({ label: 'Create the trade', kind: 'primary', act: create, onPress: ask(create, 'CREATE') });
  if (accept) offers.push({ label: 'Accept', kind: 'primary', act: accept, onPress: ask(accept, 'ACCEPT') });
  if (counter) offers.push({ label: 'Counter', kind: 'plain', act: counter, opensForm: true, onPress: onCounter });
  if (reject) offers.push({ label: 'Reject', kind: 'danger', act: reject, onPress: ask(reject, 'REJECT') });
  const close = (): void => setOpen(undefined);
  return (
    <Card title={offers.length > 0 ? 'What you can do' : 'Nothing for you to do now'}>
      <ActList
        offers={offers}
        blocked={of.blockedActions}
        names={NAMES}
        helpFor={(blocked) => <CauseLink of={of} blocked={blocked} />}
      />
      {open?.kind === 'CREATE' && <CreateDialog owner={owner} of={of} act={open.act} onClose={close} />}
      {open && open.kind !== 'CREATE' && (
        <RespondDialog owner={owner} of={of} act={open.act} decision={open.kind} onClose={close} />
      )}
    </Card>
  );
}

/** The page on which an owner can remove the cause of a refusal. */
function CauseLink({ of, blocked: { code } }: Pick<Props, 'of'> & { readonly blocked: BlockedAct }) {
  const { principalKey } = usePrincipal();
  const own = of.currentRevision.participants.find((one) => one.principalKey === principalKey);
  if (code === 'APPROVAL_REQUIRED') return <TextLink to="approvals">Open the approvals</TextLink>;
  if (code !== 'MANDATE_EXCEEDED' || !own) return null;
  return <TextLink to={`agents/${own.agent.agentKey}`}>Open the agent</TextLink>;
}

interface DialogProps {
  readonly owner: Owner;
  readonly of: Proposal;
  readonly act: AllowedAct;
  readonly onClose: () => void;
}

function ownBond({ currentRevision }: Proposal, principalKey: string): number {
  return currentRevision.participants.find((one) => one.principalKey === principalKey)?.bondStamps ?? 0;
}

/** What a trade would take from the own balances, beside these balances. */
function Takes({ owner, of }: Pick<DialogProps, 'owner' | 'of'>) {
  const { principalKey } = usePrincipal();
  const { own } = of.completed;
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 rounded-md bg-raised p-3 text-sm">
      <Row name="Bond, returned without a fault" stamps={ownBond(of, principalKey)} />
      {own.paidStamps > 0 && <Row name="You pay for steps, one after the other" stamps={own.paidStamps} />}
      {own.feesStamps > 0 && <Row name="Activation fees" stamps={own.feesStamps} />}
      {own.receivedStamps > 0 && <Row name="You receive for steps" stamps={own.receivedStamps} />}
      <div className="col-span-2 my-1 border-t border-line" />
      <Row name="Your tickets now" stamps={owner.ticketBalanceStamps} />
      <Row name="Your available bond now" stamps={owner.bondAvailableStamps} />
    </dl>
  );
}

function Row({ name, stamps }: { readonly name: string; readonly stamps: number }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="text-end">
        <Money stamps={stamps} />
      </dd>
    </>
  );
}

function RespondDialog({ owner, of, act: allowed, decision, onClose }: DialogProps & { readonly decision: Decision }) {
  const { principalKey } = usePrincipal();
  const { proposalKey, currentRevision } = of;
  // The revision that the human read. A newer one is refused instead of accepted unseen.
  const [expectedRevisionNo] = useState(currentRevision.revisionNo);
  const act = useAct(ProposalRespond, `${decision.toLowerCase()} ${proposalKey}`);
  const send = () => act.run({ input: { principalKey, proposalKey, decision, expectedRevisionNo } });
  const isAccept = decision === 'ACCEPT';
  return (
    <ActDialog
      title={isAccept ? `Accept revision ${expectedRevisionNo}` : 'Reject this proposal'}
      submit={isAccept ? 'Accept' : 'Reject'}
      isDanger={!isAccept}
      act={act}
      onSubmit={send}
      onClose={onClose}
    >
      <p>
        {allowed.consequence.summary}{' '}
        {isAccept
          ? 'When every participant has accepted, each of them can create the trade.'
          : 'This cannot be undone. The same two listings match again only after a day, or when one of them changes.'}
      </p>
      <p className="text-sm text-muted">
        <Cost act={allowed} /> {isAccept && 'A trade on these terms would take:'}
      </p>
      {isAccept && <Takes owner={owner} of={of} />}
    </ActDialog>
  );
}

function CreateDialog({ owner, of, act: allowed, onClose }: DialogProps) {
  const { principalKey } = usePrincipal();
  const go = useGo();
  const { proposalKey } = of;
  const act = useAct(ProposalCreateTrade, `create the trade of ${proposalKey}`);
  // The dialog stays until the page of the trade is there.
  const send = async (): Promise<void> => {
    const answer = await act.run({ input: { principalKey, proposalKey } });
    if (answer) go(`trades/${answer.createTrade.trade.tradeKey}`);
  };
  return (
    <ActDialog title="Create the trade" submit="Create the trade" act={act} onSubmit={send} onClose={onClose}>
      <p>{allowed.consequence.summary} A step starts when it is activated, and only then its price is taken.</p>
      <p className="text-sm text-muted">
        <Cost act={allowed} />
      </p>
      <Takes owner={owner} of={of} />
    </ActDialog>
  );
}
