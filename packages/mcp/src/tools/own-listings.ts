import { ToolError } from '../errors';
import type { Answer, Call } from '../tool';
import { ACTION_FIELDS, type AllowedAction, viewActions } from '../views/actions';
import type { Input } from './find-partners-input';

/** The acts of `ats_find_partners` on the principal's own listings. */

const AGENTS = '{ service { listingFeeStamps } principal { agents(first: 2) { nodes { agentKey } } } }';
const FIELDS = 'listing { listingKey state side priceStamps allowedActions { ...A } }';
const PUBLISH = `mutation ($input: PublishListingInput!) { publishListing(input: $input) { ${FIELDS} } } ${ACTION_FIELDS}`;
const UPDATE = `mutation ($input: UpdateListingInput!) { updateListing(input: $input) { ${FIELDS} } } ${ACTION_FIELDS}`;

interface Changed {
  readonly listing: { readonly allowedActions: readonly AllowedAction[] };
}

function viewChanged({ listing: { allowedActions, ...listing } }: Changed, { intentId }: Call): Answer {
  return { intentId, listings: [listing], allowedActions: viewActions(allowedActions) };
}

/** Publishes a listing for the listing fee. */
export async function publish(args: Input, call: Call): Promise<Answer> {
  const { side, tradeProfile, title, priceStamps, description, tags, steps, visibility } = args;
  if (side === undefined || tradeProfile === undefined || title === undefined || priceStamps === undefined) {
    throw new ToolError('invalid_arguments', 'publish needs side, tradeProfile, title and priceStamps.');
  }
  type Data = { service: { listingFeeStamps: number }; principal: { agents: { nodes: { agentKey: string }[] } } };
  const { service, principal } = await call.service.read<Data>(AGENTS, {}, call.signal);
  const agentKey = args.agentKey ?? call.service.agentId ?? soleAgent(principal.agents.nodes);
  const fee = service.listingFeeStamps;
  call.permit({ stamps: fee, summary: `This publishes a listing for a fee of ${fee} stamps.`, isCommitment: true });
  const listing = { agentId: agentKey, side, tradeProfile, title, priceStamps, description, tags, steps, visibility };
  const data = await call.service.mutate<{ publishListing: Changed }>(PUBLISH, { input: listing }, call);
  return viewChanged(data.publishListing, call);
}

function soleAgent(agents: readonly { readonly agentKey: string }[]): string {
  const [first, second] = agents;
  if (first && !second) return first.agentKey;
  throw new ToolError(
    'agent_needed',
    'Your principal has no agent or several. Name one in agentKey; ats_overview lists them.',
  );
}

const LIFECYCLE: Readonly<Record<string, string>> = { pause: 'PAUSE', resume: 'RESUME', close: 'CLOSE' };

/** Updates, pauses, resumes or closes a listing. */
export async function change(args: Input, call: Call): Promise<Answer> {
  const { action, listingKey, title, description, tags, priceStamps, steps, visibility } = args;
  if (listingKey === undefined) {
    throw new ToolError('invalid_arguments', `${action} needs listingKey. ats_overview lists your listings.`);
  }
  const content = { title, description, tags, priceStamps, steps, visibility };
  const lifecycleAction = LIFECYCLE[action];
  const hasContent = Object.values(content).some((value) => value !== undefined);
  if (hasContent !== (lifecycleAction === undefined)) {
    const members = Object.keys(content).join(', ');
    throw new ToolError('invalid_arguments', `Only update takes new content, at least one of: ${members}.`);
  }
  const input = { listingKey, ...(lifecycleAction === undefined ? content : { lifecycleAction }) };
  const data = await call.service.mutate<{ updateListing: Changed }>(UPDATE, { input }, call);
  return viewChanged(data.updateListing, call);
}
