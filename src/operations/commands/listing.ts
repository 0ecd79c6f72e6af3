import { Refusal } from '../../domain/errors/errors';
import { idFromKeyOrUuid } from '../../domain/keys';
import { decidePublish, decideUpdate } from '../../domain/market/listing';
import { checkPublish, type PublishListingInput, type UpdateListingInput } from '../../domain/market/listing-input';
import { assertAgent } from '../../domain/sessions/credential-limits';
import { boundAgentOf } from '../../domain/sessions/caller';
import type { Listing } from '../../domain/types';
import { applyEffects, loadDecisionData } from '../../database/repositories/decisions';
import { lockActiveListing, lockListingOf } from '../../database/repositories/listings';
import { type MutationContext, decisionContext } from '../context';

/**
 * Publishes a listing for the listing fee.
 *
 * It locks the principal, so that balance and daily spend are exact. A repeated call with a new idempotency key publishes
 * another listing. @throws Refusal as `decidePublish`
 */
export async function publishListing(
  context: MutationContext,
  principalId: string,
  input: PublishListingInput,
): Promise<Listing> {
  const { tx, services } = context;
  // Checks the input before a statement uses it, and before any lock.
  checkPublish(input, tx.now);
  const agentId = idFromKeyOrUuid('agt', input.agent_id);
  const publisher = agentId && { agent_id: agentId, trade_profile: input.trade_profile };
  const data = await loadDecisionData(tx, {
    lock: 'update',
    principal_ids: [principalId],
    ...(publisher && { publisher }),
  });
  const principal = data?.principals[0];
  if (!principal) throw new Refusal('principal_not_found');
  const { agent, activeListing } = data;
  const settings = { listingFeeStamps: services.settings.listingFeeStamps };
  const decision = decidePublish({ principal, agent, activeListing, settings }, input, decisionContext(context));
  await applyEffects(tx, decision.effects);
  return decision.listing;
}

/**
 * Changes, pauses, resumes or closes a listing.
 * @throws Refusal as `decideUpdate`
 */
export async function updateListing(
  context: MutationContext,
  principalId: string,
  listingKey: string,
  input: UpdateListingInput,
): Promise<Listing> {
  const { tx } = context;
  const listingId = idFromKeyOrUuid('lst', listingKey);
  const listing = listingId === undefined ? null : ((await lockListingOf(tx, principalId, listingId)) ?? null);
  if (listing) assertAgent(boundAgentOf(context.caller), listing.agentId);
  const isResumed = input.lifecycle_action === 'resume' && listing !== null && listing.state !== 'active';
  const active = isResumed ? await lockActiveListing(tx, listing) : undefined;
  const decision = decideUpdate({ listing, otherActive: active ?? null }, input, decisionContext(context));
  await applyEffects(tx, decision.effects);
  return decision.listing;
}
