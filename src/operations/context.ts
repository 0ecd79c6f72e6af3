import { createHash } from 'node:crypto';
import type { Caller } from '../domain/sessions/caller';
import { keyOf } from '../domain/keys';
import type { Digest } from '../domain/canonical';
import type { CardSignatures } from '../domain/parties/card-keys';
import type { DecisionContext } from '../domain/effects';
import type { ErrorCode } from '../domain/errors/catalogue';
import type { Settings } from '../settings/settings';
import type { Tx } from '../database/transactions/database';
import type { RequestBudget, RowMemory } from '../database/transactions/request-budget';
import type { Db, TimedDb } from '../database/transactions/statement';
import type { StoredPurchase } from '../database/repositories/purchases';
import type {
  AdvanceClockInput,
  Counterparty,
  GrantTicketsInput,
  InjectedFault,
  InjectFaultInput,
  SandboxStatus,
  SpawnCounterpartyInput,
} from './sandbox';
import type { AddressGuard, Checkout, Log, Metrics, SecretBox } from './ports';
import type { SessionTokens } from './sign-in-ports';

export type { Db, RequestBudget, RowMemory, TimedDb, Tx };

/** The services that the composition root passes to all operations. */
export interface Services {
  readonly settings: Settings;
  readonly secrets: SecretBox;
  readonly checkout: Checkout;
  readonly sessionTokens: SessionTokens;
  /** Signs and checks agent cards. */
  readonly cardSignatures: CardSignatures;
  /** Checks the addresses of webhooks. */
  readonly addresses: AddressGuard;
  readonly log: Log;
  readonly metrics: Metrics;
  /** The public URL of the service: ATS_PUBLIC_URL, else the listening address. All links use it. */
  publicUrl(): string;
  /** The address of the console. Undefined if this process does not serve it. */
  consoleUrl(): string | undefined;
  /** Creates a UUIDv7 of this instant. */
  newId(now: Date): string;
  newCredential(): { readonly apiKey: string; readonly signingSecret: string };
  newWebhookSecret(): string;
  /**
   * Notifies workers of due trades, new events or deliveries, in this process or in others.
   *
   * Call it after the commit. Workers also poll, so a lost notification only delays them.
   */
  notifyWorker(topic: WorkerTopic): void;
  /** Undefined in a live service. */
  readonly sandbox?: Sandbox | undefined;
}

/** The tasks that are notified of work. */
export type WorkerTopic = 'settle' | 'relay' | 'webhooks' | SandboxTopic;
type SandboxTopic = 'proposal-expiry' | 'listing-expiry' | 'sandbox-clock';

/** The context of a query. */
export interface QueryContext {
  readonly db: Db;
  readonly caller: Caller;
  readonly services: Services;
}

/** The context of a write. The request or the worker owns the transaction. */
export interface WriteContext {
  readonly tx: Tx;
  readonly services: Services;
}

/** The context of a mutation by a caller. */
export interface MutationContext extends WriteContext {
  readonly caller: Caller;
  /** The `req_…` id that the response carries. */
  readonly requestId: string;
  /** The idempotency key with its scope, for the payment processor. */
  readonly requestKey: string;
  /** Marks the response as secret: it is stored encrypted, for 24 h. */
  containsSecret(): void;
}

/** The hex SHA-256 of a text in UTF-8. */
function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The key of the principal, human or platform credential that acts. */
function actorOf(caller: Caller): string {
  if (caller.kind === 'principal') return keyOf('prn', caller.principalId);
  const humanId = caller.kind === 'console' ? caller.human?.humanId : undefined;
  return humanId ? keyOf('hum', humanId) : keyOf('crd', caller.credentialId);
}

/** The actor and the request of a mutation. A worker has neither. */
export function actIn({
  caller,
}: Partial<Pick<MutationContext, 'caller'>>): Pick<DecisionContext, 'actor' | 'requestDigest'> {
  if (!caller) return {};
  const { signatureBase } = caller;
  return { actor: actorOf(caller), requestDigest: signatureBase && sha256(signatureBase) };
}

/** Time, ids and digests for decisions of the domain, and who acts. */
export function decisionContext(context: WriteContext | MutationContext): DecisionContext & Digest {
  const { tx, services } = context;
  return { now: tx.now, newId: () => services.newId(tx.now), sha256, ...actIn('caller' in context ? context : {}) };
}

/** The port to the sandbox (src/sandbox), which is loaded only if ATS_SANDBOX is true. */
export interface Sandbox {
  /** Advice for requests that the caller may not send, by their codes. */
  readonly accessRemedies: Readonly<Partial<Record<ErrorCode, string>>>;
  status(db: Db, now: Date): Promise<SandboxStatus>;
  /** Sets the target of the test clock and returns it. The clock task moves the clock after the commit. */
  advanceClock(context: MutationContext, input: AdvanceClockInput): Promise<Date>;
  /** Buys a pack for the principal, which pays itself. */
  grantTickets(context: MutationContext, input: GrantTicketsInput): Promise<StoredPurchase>;
  /** Creates a counterparty, which trades over the public API. */
  spawnCounterparty(context: MutationContext, input: SpawnCounterpartyInput): Promise<Counterparty>;
  /** Adds a fault, which later requests or webhooks have. */
  injectFault(context: MutationContext, input: InjectFaultInput): Promise<InjectedFault>;
  /**
   * Runs after the commit of a mutation and before its answer is sent. It also runs before a stored answer.
   * @throws DroppedAnswer if the connection must be closed instead
   */
  beforeAnswer(mutation: CommittedMutation): Promise<void>;
}

/** A mutation before its answer. */
export interface CommittedMutation {
  readonly caller: Caller;
  /** The names of its root fields. */
  readonly fields: readonly string[];
  /** Whether it has had its effect now: it is no replay and was not refused. */
  readonly hasEffect: boolean;
  /** Whether it was refused now. A replay of a refusal was not. */
  readonly isRefused: boolean;
}
