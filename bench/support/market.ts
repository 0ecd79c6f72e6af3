import { newCredential, newUuidV7 } from '../../src/adapters/ids';
import type { Effects, Journal } from '../../src/domain/effects';
import { bondAvailable, journals, line, stripeClearing, tickets } from '../../src/domain/ledger/accounts';
import type { Proposal, ProposalParticipant, ProposalRevision } from '../../src/domain/types';
import type { SecretBox } from '../../src/operations/ports';
import { postJournal } from '../../test/support/ledger';
import type { Db } from '../../src/database/transactions/statement';
import { effectsJson } from '../../src/database/repositories/decisions';
import type { Sender } from './http';

/** A principal with an agent, a credential and more stamps than any run spends. */
export interface Party extends Sender {
  readonly agentId: string;
  readonly principalId: string;
  readonly credentialId: string;
}

/** An accepted proposal without a trade. */
export interface Deal {
  readonly provider: Party;
  readonly consumer: Party;
  readonly proposal: Proposal;
  readonly revision: ProposalRevision;
  readonly participants: readonly ProposalParticipant[];
}

const PRINCIPALS = 256;
/** More than any run spends. It still fits a balance when the history is copied thousands of times. */
export const STAMPS = 10n ** 11n;
// Far above what a run can do. Every call checks the limits and none reaches them.
const LIMIT = 9n * 10n ** 15n;
const BOND_BPS = 2000;
const WINDOW_SECONDS = 86_400;

export async function seedParties(db: Db, secrets: SecretBox, count = PRINCIPALS): Promise<Party[]> {
  const parties: Party[] = [];
  for (let n = 0; n < count; n += 1) parties.push(await seedParty(db, secrets, `Principal ${String(n)}`));
  return parties;
}

async function seedParty(db: Db, secrets: SecretBox, name: string): Promise<Party> {
  const now = new Date();
  const [principalId, agentId, credentialId] = [newUuidV7(now), newUuidV7(now), newUuidV7(now)];
  const { apiKey, signingSecret } = newCredential();
  const sealed = secrets.encrypt(signingSecret, `signing:${credentialId}`);
  await db.query({
    text: 'INSERT INTO principal VALUES ($1, $2, 1000000, $3, $3, $4)',
    values: [principalId, name, LIMIT, now],
  });
  await db.query({
    text: `INSERT INTO agent (agent_id, principal_id, card, card_missing, streaming, push_notifications, extended_agent_card, event_types, created_at)
      VALUES ($1, $2, '{}', '{}', false, false, false, '{}', $3)`,
    values: [agentId, principalId, now],
  });
  await db.query({
    text: `INSERT INTO credential (credential_id, principal_id, api_key, secret_ciphertext, secret_key_id, created_at)
      VALUES ($1, $2, $3, $4, $5, $6)`,
    values: [credentialId, principalId, apiKey, sealed.ciphertext, sealed.keyId, now],
  });
  const sessionId = `cs_test_${newUuidV7(now)}`;
  await db.query({
    text: `INSERT INTO ticket_purchase (session_id, pack, tickets_stamps, price_minor, currency, principal_id, status, created_at, credited_at, livemode)
      VALUES ($1, 'scale', $2, 80000, 'usd', $3, 'credited', $4, $4, false)`,
    values: [sessionId, 2n * STAMPS, principalId, now],
  });
  for (const journal of funds(principalId, sessionId, now)) await postJournal(db, journal, now);
  return { principalId, agentId, credentialId, credential: { apiKey, signingSecret } };
}

function funds(principalId: string, sessionId: string, now: Date): Journal[] {
  const head = (kind: Journal['kind']) => {
    const journalId = newUuidV7(now);
    const idemKey = kind === 'ticket_purchase' ? `stripe:session:${sessionId}` : `request:bench:${journalId}`;
    return { journalId, idemKey, kind, tradeId: null };
  };
  return [
    ...journals(head('ticket_purchase'), [line(stripeClearing, tickets(principalId), 2n * STAMPS)]),
    ...journals(head('bond_reserve'), [line(tickets(principalId), bondAvailable(principalId), STAMPS)]),
  ];
}

const BATCH = 250;

/** Inserts accepted proposals with this many steps. Each has two random principals with listings of their own. */
export async function seedDeals(db: Db, parties: readonly Party[], count: number, steps = 1): Promise<Deal[]> {
  const deals: Deal[] = [];
  while (deals.length < count) {
    const now = new Date();
    const batch = Array.from({ length: Math.min(BATCH, count - deals.length) }, () => deal(parties, steps, now));
    const effects = batch.map((one) => one.effects);
    const json = effectsJson({
      listings: effects.flatMap(({ listings = [] }) => listings),
      matchRuns: effects.flatMap(({ matchRuns = [] }) => matchRuns),
      proposals: effects.flatMap(({ proposals = [] }) => proposals),
      revisions: effects.flatMap(({ revisions = [] }) => revisions),
      proposalParticipants: effects.flatMap(({ proposalParticipants = [] }) => proposalParticipants),
      pairs: effects.flatMap(({ pairs = [] }) => pairs),
    });
    await db.query({ text: 'SELECT apply_effects($1, $2)', values: [json, now] });
    deals.push(...batch);
  }
  await db.query({ text: 'ANALYZE' });
  return deals;
}

function deal(parties: readonly Party[], steps: number, now: Date): Deal & { readonly effects: Effects } {
  const [provider, consumer] = two(parties);
  const price = steps * (100 + Math.floor(Math.random() * 900));
  const [proposalId, matchRunId] = [newUuidV7(now), newUuidV7(now)];
  const [offer, wanted] = [listing(provider, 'provide', price, now), listing(consumer, 'consume', price, now)];
  const proposal: Proposal = {
    proposalId,
    matchRunId,
    state: 'accepted',
    closeReason: null,
    expiresAt: new Date(now.getTime() + WINDOW_SECONDS * 1000),
    currentRevisionNo: 1,
    tradeId: null,
    createdAt: now,
  };
  const revision = {
    proposalId,
    revisionNo: 1,
    proposedByPrincipalId: null,
    terms: terms(provider, consumer, price, steps),
    createdAt: now,
  };
  const bondStamps = BigInt(Math.ceil((price * BOND_BPS) / 10_000));
  const participants = (
    [
      [provider, 'provider'],
      [consumer, 'consumer'],
    ] as const
  ).map(([{ principalId, agentId }, role]): ProposalParticipant => {
    return { proposalId, revisionNo: 1, principalId, agentId, role, responseState: 'accepted', bondStamps };
  });
  const run = { matchRunId, principalId: consumer.principalId, listingId: wanted.listingId, candidatesConsidered: 1 };
  const effects: Effects = {
    listings: [offer, wanted],
    matchRuns: [{ ...run, state: 'completed', createdAt: now }],
    proposals: [proposal],
    revisions: [revision],
    proposalParticipants: participants,
    pairs: [
      {
        proposalId,
        consumerListingId: wanted.listingId,
        providerListingId: offer.listingId,
        open: true,
        initiatorId: consumer.principalId,
        counterpartyId: provider.principalId,
      },
    ],
  };
  return { provider, consumer, proposal, revision, participants, effects };
}

function two(parties: readonly Party[]): [Party, Party] {
  const first = Math.floor(Math.random() * parties.length);
  const second = (first + 1 + Math.floor(Math.random() * (parties.length - 1))) % parties.length;
  const [a, b] = [parties[first], parties[second]];
  if (!a || !b) throw new Error('A deal needs two parties.');
  return [a, b];
}

function listing({ principalId, agentId }: Party, side: 'provide' | 'consume', price: number, now: Date) {
  const listingId = newUuidV7(now);
  return {
    listingId,
    principalId,
    agentId,
    tradeProfile: `bench.${listingId}`,
    side,
    title: 'Translation',
    description: 'Ten pages from one language into another.',
    tags: ['translation'],
    priceStamps: BigInt(price),
    steps: [{ title: 'Translation', share_bps: 10_000, trade_profile: null }],
    contractWindowSeconds: null,
    checkpointWindowSeconds: null,
    coverageThresholdBps: null,
    expiresAt: null,
    visibility: 'match_only' as const,
    state: 'active' as const,
    createdAt: now,
    updatedAt: now,
  };
}

function terms(provider: Party, consumer: Party, price: number, count: number) {
  const steps = Array.from({ length: count }, (_, index) => ({
    step_no: index + 1,
    title: 'Translation',
    provider_principal_id: provider.principalId,
    provider_agent_id: provider.agentId,
    consumer_principal_id: consumer.principalId,
    consumer_agent_id: consumer.agentId,
    price_stamps: price / count,
    contract_window_seconds: WINDOW_SECONDS,
    checkpoint_window_seconds: WINDOW_SECONDS,
  }));
  return { steps, coverage_threshold_bps: 8000, bond_bps: BOND_BPS };
}
