import { keyOf } from '../../../../src/domain/keys';
import type { Scenario } from '../suite';
import { accept, activated, contract, create, listing, match, pair, propose } from '../cast';

const NOTHING = '01980f3e-0000-7000-8000-000000000000';
const DAY = 86_400;

/** Refusals about listings, proposals and trades. */
export const tradeRefusals: readonly Scenario[] = [
  {
    name: 'refused: listings',
    async play(stage) {
      const [seller] = await pair(stage);
      const offer = listing(stage, seller, 'provide');
      const made = await stage.ask(seller.agent, 'publishListing', offer);
      const named = { ...seller.p, listing_key: made['listing_key'] };
      const none = { ...seller.p, listing_key: keyOf('lst', NOTHING) };
      await stage.refused(seller.agent, 'publishListing', offer, 'listing_already_active');
      const unknownAgentOffer = { ...offer, agent_id: NOTHING };
      await stage.refused(seller.agent, 'publishListing', unknownAgentOffer, 'agent_not_found');
      await stage.refused(seller.agent, 'publishListing', { ...offer, price_stamps: 0 }, 'validation_failed');
      await stage.refused(seller.agent, 'principal.listing', none, 'listing_not_found');
      await stage.refused(seller.agent, 'updateListing', { ...none, title: 'X' }, 'listing_not_found');
      await stage.refused(seller.agent, 'runMatch', none, 'listing_not_found');
      const run = { ...seller.p, match_run_id: NOTHING };
      await stage.refused(seller.agent, 'principal.matchRun', run, 'match_run_not_found');
      await stage.ask(seller.agent, 'updateListing', { ...named, lifecycle_action: 'pause' });
      await stage.ask(seller.agent, 'publishListing', offer);
      const resume = { ...named, lifecycle_action: 'resume' };
      await stage.refused(seller.agent, 'updateListing', resume, 'listing_already_active');
      await stage.refused(seller.agent, 'runMatch', named, 'listing_state_conflict');
      await stage.ask(seller.agent, 'updateListing', { ...named, lifecycle_action: 'close' });
      await stage.refused(seller.agent, 'updateListing', { ...named, title: 'X' }, 'listing_state_conflict');
    },
  },
  {
    name: 'refused: proposals',
    async play(stage) {
      const [seller, buyer] = await pair(stage);
      const proposal_key = await propose(stage, seller, buyer);
      const named = { ...seller.p, proposal_key };
      const none = { ...seller.p, proposal_key: keyOf('prp', NOTHING) };
      const yes = { decision: 'accept' };
      await stage.refused(seller.agent, 'principal.proposal', none, 'proposal_not_found');
      await stage.refused(seller.agent, 'respondToProposal', { ...none, ...yes }, 'proposal_not_found');
      await stage.refused(seller.agent, 'createTrade', none, 'proposal_not_found');
      const stale = { ...named, ...yes, expected_revision_no: 2 };
      await stage.refused(seller.agent, 'respondToProposal', stale, 'proposal_revision_conflict');
      await stage.refused(seller.agent, 'respondToProposal', { ...named, decision: 'counter' }, 'validation_failed');
      await accept(stage, proposal_key, seller);
      const respond = { ...named, ...yes };
      await stage.refused(seller.agent, 'respondToProposal', respond, 'match_proposal_invalid_response');
      await stage.refused(seller.agent, 'createTrade', named, 'trade_proposal_not_fully_accepted');
      stage.app.clock.advance(3 * DAY);
      const late = { ...buyer.p, proposal_key, ...yes };
      await stage.refused(buyer.agent, 'respondToProposal', late, 'proposal_state_conflict');
      await stage.refused(seller.agent, 'createTrade', named, 'trade_proposal_not_fully_accepted');
    },
  },
  {
    name: 'refused: limits, and balances too low, of create, activate and publish',
    async play(stage) {
      const [seller, buyer] = await pair(stage);
      const limit = (company: typeof seller, limits: object): Promise<unknown> =>
        stage.ask(stage.operator, 'setEconomicAnchor', { ...company.p, ...limits });
      const trade_profile = `${stage.slug}.large`;
      const price = { trade_profile, price_stamps: 20_000 };
      await stage.ask(seller.agent, 'publishListing', listing(stage, seller, 'provide', price));
      const large = await match(stage, buyer, listing(stage, buyer, 'consume', price));
      const { bought } = await create(stage, seller, buyer);
      await accept(stage, large, seller, buyer);
      const bigger = { ...buyer.p, proposal_key: large };
      await limit(seller, { max_open_trades: 1 });
      await stage.refused(buyer.agent, 'createTrade', bigger, 'trade_settlement_rejected');
      await limit(seller, { max_open_trades: 20, bond_limit_stamps: 1_000 });
      await stage.refused(buyer.agent, 'createTrade', bigger, 'trade_settlement_rejected');
      await limit(seller, { bond_limit_stamps: 1_000_000 });
      await stage.ask(buyer.agent, 'createTrade', bigger);
      const { data } = await stage.ask<{ data: { trade_key: string }[] }>(buyer.agent, 'principal.trades', buyer.p);
      const much = { ...buyer.p, trade_key: data[0]?.trade_key };
      await stage.refused(buyer.agent, 'activateTrade', much, 'wallet_insufficient_balance');
      const next = await propose(stage, seller, buyer, { price_stamps: 1_000 });
      await accept(stage, next, seller, buyer);
      await limit(buyer, { daily_spend_limit_stamps: 100 });
      await stage.refused(buyer.agent, 'activateTrade', bought, 'principal_daily_spend_limit_exceeded');
      await limit(buyer, { daily_spend_limit_stamps: 0 });
      const offer = listing(stage, buyer, 'provide', { trade_profile: `${stage.slug}.other` });
      await stage.refused(buyer.agent, 'publishListing', offer, 'principal_daily_spend_limit_exceeded');
      await stage.refused(
        buyer.agent,
        'releaseBond',
        { ...buyer.p, amount_stamps: 1 },
        'principal_bond_insufficient_balance',
      );
    },
  },
  {
    name: 'refused: the steps of a trade',
    async play(stage) {
      const [seller, buyer] = await pair(stage);
      const { sold, bought } = await create(stage, seller, buyer);
      const [none, nothing] = [{ ...seller.p, trade_key: keyOf('trd', NOTHING) }, { trade_key: keyOf('trd', NOTHING) }];
      const first = { step_no: 1 };
      const confirmed = { ...first, status: 'confirmed' };
      await stage.refused(seller.agent, 'principal.trade', none, 'trade_not_found');
      for (const field of ['activateTrade', 'withdrawFromTrade']) {
        await stage.refused(seller.agent, field, none, 'trade_not_found');
      }
      for (const field of ['principal.trade.settlement', 'principal.trade.settlement.evidence']) {
        await stage.refused(seller.agent, field, none, 'settlement_not_found');
        await stage.refused(seller.agent, field, sold, 'settlement_not_found');
      }
      const publish = { ...first, ...contract };
      await stage.refused(seller.agent, 'publishDeliveryContract', { ...none, ...publish }, 'trade_not_found');
      const ninth = { ...sold, ...contract, step_no: 9 };
      await stage.refused(seller.agent, 'publishDeliveryContract', ninth, 'step_not_found');
      await stage.refused(buyer.agent, 'publishDeliveryContract', { ...bought, ...publish }, 'trade_access_denied');
      await stage.refused(seller.agent, 'publishDeliveryContract', { ...sold, ...publish }, 'trade_state_conflict');
      const empty = { ...sold, ...publish, items: [] };
      await stage.refused(seller.agent, 'publishDeliveryContract', empty, 'validation_failed');
      await stage.ask(buyer.agent, 'activateTrade', bought);
      await stage.refused(buyer.agent, 'submitCheckpoint', { ...bought, ...confirmed }, 'trade_state_conflict');
      await stage.refused(seller.agent, 'submitCheckpoint', { ...sold, ...confirmed }, 'trade_access_denied');
      const rebuttal = { ...first, statement: 'No.' };
      await stage.refused(buyer.agent, 'fileRebuttal', { ...bought, ...rebuttal }, 'trade_access_denied');
      await stage.ask(seller.agent, 'fileRebuttal', { ...sold, ...rebuttal });
      await stage.refused(seller.agent, 'fileRebuttal', { ...sold, ...rebuttal }, 'trade_state_conflict');
      const verdict = { verdict: 'pass', reason: 'So.' };
      await stage.refused(stage.operator, 'operatorTrade', nothing, 'trade_not_found');
      await stage.refused(stage.operator, 'evaluateTrade', { ...nothing, ...verdict }, 'trade_not_found');
      await stage.refused(stage.operator, 'settleTrade', nothing, 'trade_not_found');
      const { trade_key } = sold;
      await stage.refused(stage.operator, 'evaluateTrade', { trade_key, ...verdict }, 'evaluation_state_conflict');
      await stage.refused(stage.operator, 'settleTrade', { trade_key }, 'evaluation_state_conflict');
    },
  },
  {
    name: 'refused: a contract with other items than the terms',
    async play(stage) {
      const [seller, buyer] = await pair(stage);
      const items = [{ item_id: 'all', description: 'All of it', weight: 1 }];
      const steps = [{ title: 'One', share_bps: 10_000, items }];
      const { sold } = await activated(stage, seller, buyer, { steps });
      const published = { ...sold, step_no: 1, ...contract };
      await stage.refused(seller.agent, 'publishDeliveryContract', published, 'contract_items_differ');
      const agreed = { ...published, items: [{ item_id: 'all', note: 'Two files.' }] };
      await stage.ask(seller.agent, 'publishDeliveryContract', agreed);
    },
  },
  {
    name: 'refused: what ended is over',
    async play(stage) {
      const [seller, buyer] = await pair(stage);
      const { sold, bought } = await activated(stage, seller, buyer);
      await stage.ask(seller.agent, 'withdrawFromTrade', sold);
      await stage.refused(seller.agent, 'withdrawFromTrade', sold, 'trade_state_conflict');
      await stage.refused(buyer.agent, 'activateTrade', bought, 'trade_state_conflict');
      const verdict = { trade_key: sold.trade_key, verdict: 'fail', reason: 'So.' };
      await stage.refused(stage.operator, 'evaluateTrade', verdict, 'trade_state_conflict');
    },
  },
];
