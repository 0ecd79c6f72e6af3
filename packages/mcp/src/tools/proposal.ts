import { z } from 'zod';
import { readProposal } from '../reads';
import { answerMembers, defineTool, proposalKey } from '../tool';
import { viewProposal } from '../views/proposal';

export const proposalOutput = z.object({
  proposalKey: z.string(),
  state: z.string(),
  revisionNo: z.int(),
  ...answerMembers,
});

export const proposal = defineTool({
  name: 'ats_proposal',
  description:
    'Reads a proposal: steps with prices, windows and numbered items, responses, and what you would commit. Answer with ats_respond and its revisionNo.',
  input: z.strictObject({ proposalKey }),
  output: proposalOutput,
  effect: 'read',
  async run({ proposalKey }, call) {
    const { proposal, ...viewer } = await readProposal(proposalKey, call);
    return viewProposal(proposal, viewer, call.texts);
  },
});
