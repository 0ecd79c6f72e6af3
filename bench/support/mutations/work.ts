import { createHash, randomUUID } from 'node:crypto';
import { newUuidV7 } from '../../../src/adapters/ids';
import { decideReserveBond } from '../../../src/domain/parties/bond';
import { decideCreateTrade } from '../../../src/domain/trades/create-trade';
import { decidePublish } from '../../../src/domain/market/listing';
import { decideFund } from '../../../src/domain/parties/wallet';
import { ready, type Ready, richDataOf, settings } from '../effects';
import type { Sender } from '../http';
import type { Deal, Party } from '../market';
import type { Owner } from './wallets';

/** A mutation as it is sent. */
export interface Sent {
  readonly by: Sender;
  readonly document: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** One kind of mutation: the request to the service, and the same effects for the floor. */
export interface Work<Subject> {
  readonly name: string;
  sent(subject: Subject): Sent;
  decided(subject: Subject): Ready;
}

const moment = () => {
  const now = new Date();
  return {
    now,
    newId: () => newUuidV7(now),
    sha256: (text: string) => createHash('sha256').update(text).digest('hex'),
  };
};

// The smallest amount, so that no account runs out.
const amountStamps = 1n;
const LISTING_FEE = 10n;

export const reserveBond: Work<Party> = {
  name: 'reserveBond',
  sent: (by) => ({
    by,
    document: `mutation ($input: ReserveBondInput!) {
      reserveBond(input: $input) { principal { ticketBalanceStamps bondAvailableStamps } } }`,
    input: { amountStamps: Number(amountStamps) },
  }),
  decided: (party) => {
    const effects = decideReserveBond(richDataOf(party), { amountStamps, requestKey: randomUUID() }, moment());
    return ready('reserveBond', party, { lock: 'update', principal_ids: [party.principalId] }, effects);
  },
};

export const fundPrincipal: Work<Owner> = {
  name: 'fundPrincipal',
  sent: ({ console: by, principalKey }) => ({
    by,
    document: `mutation ($input: FundPrincipalInput!) {
      fundPrincipal(input: $input) { transferKey walletBalanceStamps principal { ticketBalanceStamps } } }`,
    input: { principalKey, amountStamps: Number(amountStamps) },
  }),
  decided: ({ party, humanId }) => {
    const from = { humanId, balanceStamps: 10n ** 12n };
    const { effects } = decideFund(from, richDataOf(party), { amountStamps, requestKey: randomUUID() }, moment());
    return ready('fundPrincipal', party, { lock: 'update', principal_ids: [party.principalId] }, effects);
  },
};

const LISTING = {
  title: 'Translation',
  description: 'Ten pages from one language into another.',
  tags: ['translation'],
};

export const publishListing: Work<Party> = {
  name: 'publishListing',
  sent: (by) => ({
    by,
    document: `mutation ($input: PublishListingInput!) { publishListing(input: $input) { listing { listingKey state } } }`,
    input: {
      ...LISTING,
      agentId: by.agentId,
      tradeProfile: `bench.${randomUUID()}`,
      side: 'PROVIDE',
      priceStamps: 100,
    },
  }),
  decided: (party) => {
    const { agentId, principalId } = party;
    const data = {
      principal: richDataOf(party),
      agent: { agentId },
      activeListing: null,
      settings: { listingFeeStamps: LISTING_FEE },
    };
    const input = {
      ...LISTING,
      agent_id: agentId,
      trade_profile: `bench.${randomUUID()}`,
      side: 'provide' as const,
      price_stamps: 100,
    };
    const { effects } = decidePublish(data, input, moment());
    return ready('publishListing', party, { lock: 'update', principal_ids: [principalId] }, effects);
  },
};

export const createTrade: Work<Deal> = {
  name: 'createTrade',
  sent: ({ consumer: by, proposal }) => ({
    by,
    document: `mutation ($input: CreateTradeInput!) { createTrade(input: $input) { trade { tradeKey state } } }`,
    input: { proposalId: proposal.proposalId },
  }),
  decided: ({ provider, consumer, proposal, revision, participants }) => {
    const data = {
      proposal,
      revision,
      participants,
      principals: [richDataOf(provider), richDataOf(consumer)],
      trade: null,
      mandates: [],
    };
    const caller = { principalId: consumer.principalId, agentText: consumer.agentId };
    const { effects } = decideCreateTrade(data, { caller, settings }, moment());
    const load = { proposal_id: proposal.proposalId, lock: 'update' as const, principals: 'all' as const };
    return ready('createTrade', consumer, load, effects);
  },
};
