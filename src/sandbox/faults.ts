import { setTimeout as pause } from 'node:timers/promises';
import { invalidMember, Refusal } from '../domain/errors/errors';
import { idOf, keyOf } from '../domain/keys';
import type { Caller } from '../domain/sessions/caller';
import type { CommittedMutation, MutationContext } from '../operations/context';
import type { WebhookRequest, WebhookResponse, WebhookSender } from '../operations/ports';
import { DroppedAnswer, type FaultKind, type InjectedFault, type InjectFaultInput } from '../operations/sandbox';
import type { Database } from '../database/transactions/database';
import type { Tx } from '../database/transactions/database';
import { SANDBOX_PROVIDER } from './counterparty/party';

/**
 * Faults that a developer injects, to see that a client survives them.
 *
 * Each fault is a row with the number of times that it still happens. Every process of the sandbox consumes it.
 */

const MAX_COUNT = 100;
/** How long a slow answer waits. Shorter than the timeouts of common clients. */
const SLOW_MS = 3_000;
const ANSWER_FAULTS: readonly FaultKind[] = ['drop_after_commit', 'error_after_commit', 'slow'];
const WEBHOOK_FAULTS: readonly FaultKind[] = ['duplicate_webhook', 'reorder_webhooks'];

/** Adds a fault. An agent's faults are for its own principal, unless it names another. */
export async function injectFault({ tx, caller }: MutationContext, input: InjectFaultInput): Promise<InjectedFault> {
  const { kind, count } = input;
  if (count < 1 || count > MAX_COUNT) {
    throw invalidMember('/count', `must be from 1 to ${String(MAX_COUNT)}`);
  }
  const principalId = await principalOf(tx, caller, input.principalKey ?? null);
  await tx.query({
    name: 'sandbox_inject_fault',
    text: 'INSERT INTO sandbox_fault (kind, principal_id, remaining) VALUES ($1, $2, $3)',
    values: [kind, principalId, count],
  });
  return { kind, count, principalKey: principalId && keyOf('prn', principalId) };
}

async function principalOf(tx: Tx, caller: Caller, key: string | null): Promise<string | null> {
  if (key === null) return caller.kind === 'principal' ? caller.principalId : null;
  const principalId = idOf('prn', key) ?? null;
  const [row] = await tx.query<{ principal_id: string }>({
    name: 'sandbox_fault_principal',
    text: 'SELECT principal_id FROM principal WHERE principal_id = $1',
    values: [principalId],
  });
  if (!row) throw new Refusal('principal_not_found');
  return row.principal_id;
}

/** Whether a principal is a counterparty. Its owner has this provider. */
const IS_COUNTERPARTY = `EXISTS (SELECT FROM binding b JOIN human h USING (human_id)
    WHERE b.principal_id = $2 AND h.provider = '${SANDBOX_PROVIDER}')`;

const CONSUME = `UPDATE sandbox_fault SET remaining = remaining - 1 WHERE fault_id = (
    SELECT fault_id FROM sandbox_fault WHERE kind = ANY ($1) AND remaining > 0
      AND (principal_id = $2 OR principal_id IS NULL AND NOT ${IS_COUNTERPARTY})
    ORDER BY fault_id LIMIT 1 FOR UPDATE)
  RETURNING kind`;

/** Takes the oldest fault of these kinds for the principal. Undefined: there is none. */
async function consume(
  store: Database,
  kinds: readonly FaultKind[],
  principalId: string | null,
): Promise<FaultKind | undefined> {
  return store.inTransaction(async (tx) => {
    const [row] = await tx.query<{ kind: FaultKind }>({
      name: 'sandbox_consume_fault',
      text: CONSUME,
      values: [kinds, principalId],
    });
    return row?.kind;
  });
}

/**
 * Lets the fault of a committed mutation happen, if there is one.
 * @throws Refusal 503, or DroppedAnswer: the mutation has had its effect, and the answer is lost
 */
export async function failAnswer(store: Database, { caller }: CommittedMutation): Promise<void> {
  // The sandbox provisions a counterparty itself.
  if (caller.kind === 'console' && caller.human?.provider === SANDBOX_PROVIDER) return;
  const kind = await consume(store, ANSWER_FAULTS, caller.kind === 'principal' ? caller.principalId : null);
  if (kind === 'slow') await pause(SLOW_MS);
  if (kind === 'error_after_commit') throw new Refusal('service_unavailable', INJECTED);
  if (kind === 'drop_after_commit') throw new DroppedAnswer();
}

const INJECTED =
  'An injected fault: the mutation has happened, and its answer is lost. Send it again with the same key.';

/** A webhook sender whose attempts have the injected faults. */
export function faultySender(store: Database, sender: WebhookSender): WebhookSender {
  return {
    stop: () => sender.stop(),
    async send(call) {
      const kind = await consume(store, WEBHOOK_FAULTS, await principalOfAgent(store, call));
      if (kind === 'duplicate_webhook') await sender.send(call);
      return kind === 'reorder_webhooks' ? NOT_SENT : sender.send(call);
    },
  };
}

/** The attempt fails unsent. Its retry comes after the next deliveries, so the receiver gets them in another order. */
const NOT_SENT: WebhookResponse = {
  status: null,
  error: 'connection_lost',
  retryAfter: null,
  durationMs: 0,
  response: null,
};

async function principalOfAgent(store: Database, { endpoint }: WebhookRequest): Promise<string | null> {
  const [row] = await store.query<{ principal_id: string }>({
    name: 'sandbox_principal_of_agent',
    text: 'SELECT principal_id FROM agent WHERE agent_id = $1',
    values: [endpoint],
  });
  return row?.principal_id ?? null;
}
