import { viewNext } from '../../../packages/mcp/src/views/blocked';

/** The advice without a due act. */

const rebuttal = { tool: 'ats_rebut', stepNo: 2, consequence: 'Other words of a later release.' };
const adviceFor = (checkpointStatus: string | null): string | undefined =>
  viewNext(
    {
      allowedActions: [rebuttal, { tool: 'ats_withdraw' }],
      blockedActions: [],
      steps: [
        { stepNo: 1, checkpointStatus: 'CONFIRMED' },
        { stepNo: 2, checkpointStatus },
      ],
    },
    undefined,
  ).nextStep;

// @spec MC42
it('should tell a rebuttal before the checkpoint by its step, whatever the words of the service', () => {
  expect(adviceFor(null)).toMatch(/^Nothing is due from you/);
  expect(adviceFor('FAILED')).toBeUndefined();
});
