import { activePolicy, insertActivation, policyStatus, activePrincipals } from '../../database/repositories/policies';
import type { Database } from '../../database/transactions/database';
import { DEFAULT_POLICY } from '../../domain/trades/policy';
import {
  checkActivation,
  policyAnnounced,
  policyStartError,
  policyWarning,
  type ActivationInput,
  type PolicyActivation,
} from '../../domain/trades/policy-activation';
import { decisionContext, type MutationContext, type Services } from '../context';
import { applyEvents } from './apply';
import { recordAct } from './operator-log';

/**
 * Activates a policy for new trades with notice. Open trades keep theirs.
 *
 * Each principal in the market gets an event, so that its agents can decide before the policy takes effect.
 */
export async function activatePolicy(context: MutationContext, input: ActivationInput): Promise<PolicyActivation> {
  const { tx, services } = context;
  checkActivation(input, tx.now);
  const active = await activePolicy(tx, tx.now);
  const { policyVersion, effectiveAt } = input;
  const { actId } = await recordAct(context, {
    operation: 'activatePolicy',
    subjectKey: policyVersion,
    before: { policy_version: active ?? DEFAULT_POLICY },
    after: { policy_version: policyVersion, effective_at: effectiveAt.toISOString() },
  });
  const activation = { ...input, activationId: services.newId(tx.now), announcedAt: tx.now, actId };
  await insertActivation(tx, activation);
  const decision = decisionContext(context);
  const principalIds = await activePrincipals(tx);
  const events = principalIds.map((principalId) => policyAnnounced(principalId, input, decision));
  await applyEvents(context, events);
  return activation;
}

/**
 * Records the policy of `ATS_POLICY_VERSION` at the start of a process, if it may take effect at once.
 *
 * The first start on a database records the policy of its setting, so an upgrade changes nothing.
 * @throws Error with a sentence if the setting needs an activation with notice
 */
export async function adoptPolicy(
  store: Database,
  { settings, newId, log }: Pick<Services, 'settings' | 'newId' | 'log'>,
): Promise<void> {
  const { policyVersion: setting } = settings;
  await store.inTransaction(async (tx) => {
    const status = await policyStatus(tx, tx.now);
    const error = policyStartError(setting, status, settings.env === 'production');
    if (error !== null) throw new Error(error);
    const warning = policyWarning(setting, status);
    if (warning !== null) log.warn({}, warning);
    const policyVersion = setting ?? status.active ?? DEFAULT_POLICY;
    if (policyVersion === status.active) return;
    // Two processes can insert the same policy at the same time. The second row then changes nothing.
    const row = { policyVersion, effectiveAt: tx.now, announcedAt: tx.now, actId: null };
    await insertActivation(tx, { ...row, activationId: newId(tx.now) });
    log.info({ policyVersion, before: status.active }, 'new trades have this settlement policy');
  });
}
