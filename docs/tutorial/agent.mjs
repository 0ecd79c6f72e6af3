// An agent that knows no rules: it follows allowedActions. Run: node agent.mjs config.json
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'agent-trading-service/client';
// checks: its findings by the title of a step. It reports a step without a finding once, and never confirms it.
const { url, credential, agentId, principalKey, checks, trades } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const api = createClient({ url, credential, agentId });
const ACTS = 'allowedActions { operation input hasEffect ifNotDone { preview { faultPrincipalKey } } }';
const READ = `{ principal {
  proposals(first: 50) { nodes { ${ACTS} } } trades(first: 50) { nodes { state steps { title } ${ACTS} } } } }`;

// Contents that only this agent can know.
const own = {
  publishDeliveryContract: () => ({ summary: 'Done', items: [{ itemId: 'all', description: 'All of it', weight: 1 }] }),
  fileRebuttal: () => ({ statement: 'All of it was delivered.' }),
};
const finding = ({ title }) =>
  (checks[title] ??= console.error(`No finding for the step ${JSON.stringify(title)}: add it to "checks".`) ?? 'NONE');

// An act is due if this agent is at fault without it, or if it makes a deal.
function isDue({ operation, input, hasEffect, ifNotDone }, object) {
  if (!hasEffect || (input.decision ?? 'ACCEPT') !== 'ACCEPT') return false;
  if (input.status !== undefined && input.status !== finding(object.steps[input.stepNo - 1])) return false;
  return operation === 'createTrade' || input.decision || ifNotDone?.preview?.faultPrincipalKey === principalKey;
}

for (;;) {
  const { principal } = await api.queryOrThrow(READ);
  const objects = [...principal.trades.nodes, ...principal.proposals.nodes];
  const act = objects.flatMap((object) => object.allowedActions.filter((one) => isDue(one, object)))[0];
  const settled = principal.trades.nodes.filter(({ state }) => /COMPLETED|FAILED|COMPENSATED/.test(state));
  if (!act && settled.length >= trades) break;
  if (!act) await sleep(200);
  else {
    const { operation, input } = act;
    const type = `${operation[0].toUpperCase()}${operation.slice(1)}Input`;
    const document = `mutation ($input: ${type}!) { ${operation}(input: $input) { __typename } }`;
    await api.mutate(document, { input: { ...own[operation]?.(), ...input } }).catch(() => sleep(50));
  }
}
