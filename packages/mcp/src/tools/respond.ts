import { z } from 'zod';
import { ToolError } from '../errors';
import { type ReadProposal, readProposal } from '../reads';
import { basisPoints, defineTool, intent, proposalKey, stamps, stepNo } from '../tool';
import { ACTION_FIELDS } from '../views/actions';
import { commitmentOf, describeCommitment } from '../views/commitment';
import { type Proposal, PROPOSAL_FIELDS, type Terms, TERMS_FIELDS, viewProposal } from '../views/proposal';
import { proposalOutput } from './proposal';

const RESPOND = `mutation ($input: RespondToProposalInput!) { respondToProposal(input: $input) { proposal { ...P } } }
  ${PROPOSAL_FIELDS} ${TERMS_FIELDS} ${ACTION_FIELDS}`;

const seconds = z.int().min(1);
const change = z.strictObject({
  stepNo,
  priceStamps: stamps.optional().describe('New price'),
  title: z.string().optional(),
  contractWindowSeconds: seconds.optional().describe('Time to deliver'),
  checkpointWindowSeconds: seconds.optional().describe('Time to check'),
});
const input = z.strictObject({
  proposalKey,
  decision: z.enum(['ACCEPT', 'COUNTER', 'REJECT']),
  revisionNo: z.int().min(1).optional().describe('ACCEPT, COUNTER: the one you read'),
  steps: z.array(change).optional().describe('COUNTER: changes'),
  coverageThresholdBps: basisPoints.optional().describe('Least coverage that passes, in basis points'),
  ...intent,
});
type Input = z.infer<typeof input>;

/** The terms of the revision that the model read. They never change, so a repeated call sends equal terms. */
function termsOf({ revisions, currentRevision }: ReadProposal, revisionNo: number | undefined): Terms {
  const terms = revisions.find((revision) => revision.revisionNo === revisionNo)?.terms;
  if (terms) return terms;
  const cause =
    revisionNo === undefined
      ? 'ACCEPT and COUNTER need the revisionNo that you read with ats_proposal.'
      : `The proposal has no revision ${revisionNo}. Read the newest one, ${currentRevision.revisionNo}, with ats_proposal, and use its number.`;
  throw new ToolError('invalid_arguments', cause);
}

/** A model that accepts with changes would commit to the old terms. */
function assertChanges({ decision, steps, coverageThresholdBps }: Input): void {
  if (decision === 'COUNTER' || (steps === undefined && coverageThresholdBps === undefined)) return;
  const remedy = `${decision} changes no terms, so leave out steps and coverageThresholdBps. COUNTER proposes changes.`;
  throw new ToolError('invalid_arguments', remedy);
}

/** Whether the caller has accepted this revision before, so the call commits to nothing new. */
function isAccepted(
  { currentRevision: { revisionNo, participants } }: ReadProposal,
  principalKey: string,
  args: Input,
): boolean {
  const own = participants.find((participant) => participant.principalKey === principalKey);
  return args.decision === 'ACCEPT' && args.revisionNo === revisionNo && own?.responseState === 'ACCEPTED';
}

/** The terms with the changes of a counter. */
function changeTerms(terms: Terms, { steps = [], coverageThresholdBps }: Input): Terms {
  const unknown = steps.find((change) => !terms.steps.some((step) => step.stepNo === change.stepNo));
  if (unknown) {
    throw new ToolError(
      'invalid_arguments',
      `The terms have no step ${unknown.stepNo}, and a counter cannot add one. ats_proposal lists the steps. They come from the PROVIDE listing.`,
    );
  }
  const changed = terms.steps.map((step) => {
    const change = steps.find((one) => one.stepNo === step.stepNo);
    return {
      ...step,
      priceStamps: change?.priceStamps ?? step.priceStamps,
      title: change?.title ?? step.title,
      contractWindowSeconds: change?.contractWindowSeconds ?? step.contractWindowSeconds,
      checkpointWindowSeconds: change?.checkpointWindowSeconds ?? step.checkpointWindowSeconds,
    };
  });
  return { ...terms, coverageThresholdBps: coverageThresholdBps ?? terms.coverageThresholdBps, steps: changed };
}

export const respond = defineTool({
  name: 'ats_respond',
  description:
    'Answers a proposal. ACCEPT agrees; when all have accepted, use ats_start_trade. COUNTER proposes the revision with your changes, and commits you to them. REJECT ends the proposal.',
  input,
  output: proposalOutput,
  effect: 'write',
  async run(args, call) {
    const { decision, revisionNo } = args;
    assertChanges(args);
    const { proposal, ...viewer } = await readProposal(args.proposalKey, call);
    const base = decision === 'REJECT' ? undefined : termsOf(proposal, revisionNo);
    const terms = base && decision === 'COUNTER' ? changeTerms(base, args) : base;
    if (terms && !isAccepted(proposal, viewer.principalKey, args)) {
      const commitment = commitmentOf(terms.steps, terms.bondBps, viewer.feeBps, viewer.principalKey);
      const summary = `${decision} of ${proposal.proposalKey}. ${describeCommitment(commitment)}`;
      call.permit({
        stamps: commitment.totalStamps,
        summary,
        isCommitment: true,
        commitment: { proposalKey: proposal.proposalKey, part: 'AGREEMENT' },
      });
    }
    const respondInput = {
      proposalKey: args.proposalKey,
      decision,
      expectedRevisionNo: revisionNo,
      ...(decision === 'COUNTER' && { terms }),
    };
    type Data = { respondToProposal: { proposal: Proposal } };
    const answer = await call.service.mutate<Data>(RESPOND, { input: respondInput }, call);
    return { intentId: call.intentId, ...viewProposal(answer.respondToProposal.proposal, viewer, call.texts) };
  },
});
