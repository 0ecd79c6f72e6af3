import type { AllowedAct } from '../domain/actions/action';

/** The REST paths of the operations that are offered as acts. A test compares them with the routes. */
const P = '/api/v1/principals/{principal_key}';
const T = `${P}/trades/{trade_key}`;
const S = `${T}/steps/{step_no}`;
const operatorTrade = '/api/v1/trades/{trade_key}';

export const restCalls: Readonly<Record<string, readonly ['POST' | 'PUT' | 'PATCH', string]>> = {
  activateTrade: ['POST', `${T}/activate`],
  publishDeliveryContract: ['POST', `${S}/delivery-contract`],
  submitCheckpoint: ['POST', `${S}/checkpoint`],
  fileRebuttal: ['POST', `${S}/rebuttal`],
  withdrawFromTrade: ['POST', `${T}/withdraw`],
  evaluateTrade: ['POST', `${operatorTrade}/evaluation`],
  settleTrade: ['POST', `${operatorTrade}/settle`],
  respondToProposal: ['POST', `${P}/proposals/{proposal_key}/respond`],
  createTrade: ['POST', `${P}/trades`],
  updateListing: ['PATCH', `${P}/listings/{listing_key}`],
  runMatch: ['POST', `${P}/match-runs`],
  publishListing: ['POST', `${P}/listings`],
  reserveBond: ['POST', `${P}/bond/reserve`],
  releaseBond: ['POST', `${P}/bond/release`],
  purchaseTickets: ['POST', '/api/v1/tickets/purchase'],
  fundPrincipal: ['POST', `${P}/wallet/fund`],
  returnFunds: ['POST', `${P}/wallet/return`],
  registerAgent: ['POST', `${P}/agents`],
  createCredential: ['POST', `${P}/credentials`],
  rotateCredential: ['POST', `${P}/credentials/rotate`],
  renamePrincipal: ['PATCH', P],
  setEconomicAnchor: ['PATCH', `${P}/economic-anchor`],
  putBinding: ['PUT', `${P}/bindings`],
  decideApproval: ['POST', `${P}/approvals/{approval_key}/decision`],
};

export interface RestCall {
  readonly method: string;
  readonly path: string;
  readonly body: Record<string, unknown>;
}

/** The REST request of an act. Members of the input that the path has are not in the body. */
export function restCallOf({ operation, input }: Pick<AllowedAct, 'operation' | 'input'>): RestCall {
  const [method, template] = restCalls[operation] ?? ['POST', ''];
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => String(input[name]));
  const body = Object.fromEntries(Object.entries(input).filter(([name]) => !template.includes(`{${name}}`)));
  return { method, path, body };
}
