import { assert } from '../../domain/errors/errors';
import {
  assertAgentQuota,
  assertDaily,
  assertPrincipals,
  assertQuota,
  type DailyQuota,
} from '../../domain/parties/quotas';
import { cardBytes, type KeyedCard } from '../../domain/parties/card-keys';
import { lockPrincipal, type PrincipalRow } from '../../database/repositories/principals';
import { agentUse, countDaily, countProvisioned, liveCredentials, readDaily } from '../../database/repositories/usage';
import type { MutationContext } from '../context';

/** Checks of the quotas in the economic anchor. `lockAndAssert…` locks the principal first; `charge…` counts the call. */

/** Counts a call under a daily quota. @throws Refusal 429 `rate_limited` */
export async function chargeDaily(
  { tx, caller }: MutationContext,
  principalId: string,
  quota: DailyQuota,
): Promise<void> {
  const use = await countDaily(tx, principalId, quota);
  assertDaily(quota, use, { isOwner: caller.kind === 'console', now: tx.now });
}

/** Checks a daily quota without a lock, before a call of an external service. @throws Refusal 429 `rate_limited` */
export async function checkDaily(
  { tx, caller }: MutationContext,
  principalId: string,
  quota: DailyQuota,
): Promise<void> {
  const { used, maximum } = await readDaily(tx, principalId, quota);
  assertDaily(quota, { used: used + 1, maximum }, { isOwner: caller.kind === 'console', now: tx.now });
}

/** Counts a principal of a human, whose lock the caller holds. @throws Refusal 409 `principal_quota_exceeded` */
export async function chargePrincipal({ tx, services }: MutationContext, humanId: string): Promise<void> {
  assertPrincipals(await countProvisioned(tx, humanId), services.settings.principalsPerHuman);
}

/** @throws Refusal 409 `principal_quota_exceeded` */
export async function lockAndAssertCanAddCredential(context: MutationContext, principalId: string): Promise<void> {
  const principal = await locked(context, principalId);
  assertQuota(principal, 'maxCredentials', (await liveCredentials(context.tx, principalId, context.tx.now)) + 1);
}

/** @throws Refusal 409 `principal_quota_exceeded` */
export async function lockAndAssertCanAddAgent(
  context: MutationContext,
  principalId: string,
  agent: KeyedCard,
): Promise<void> {
  const principal = await locked(context, principalId);
  assertAgentQuota(principal, await agentUse(context.tx, principalId), cardBytes(agent));
}

/** Checks the bytes of cards for an agent that gets another card or other keys. @throws Refusal 409 `principal_quota_exceeded` */
export async function lockAndAssertCanChangeCard(
  context: MutationContext,
  principalId: string,
  { before, after }: { readonly before: KeyedCard; readonly after: KeyedCard },
): Promise<void> {
  const principal = await locked(context, principalId);
  const { bytes } = await agentUse(context.tx, principalId);
  const growth = cardBytes(after) - cardBytes(before);
  if (growth > 0) assertQuota(principal, 'maxCardBytes', bytes + growth);
}

/** @throws Refusal 409 `principal_quota_exceeded` */
export async function lockAndAssertCanAddBinding(
  context: MutationContext,
  principalId: string,
  bindings: number,
): Promise<void> {
  assertQuota(await locked(context, principalId), 'maxBindings', bindings + 1);
}

async function locked({ tx }: MutationContext, principalId: string): Promise<PrincipalRow> {
  const principal = await lockPrincipal(tx, principalId);
  assert(principal, 'a principal is never deleted');
  return principal;
}
