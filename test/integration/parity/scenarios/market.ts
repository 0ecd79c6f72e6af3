import type { Scenario } from '../suite';
import { create, listing, match, pair, propose } from '../cast';

interface Proposal {
  readonly current_revision: {
    readonly terms: { readonly steps: readonly object[]; readonly coverage_threshold_bps: number };
  };
}

/** Listings, match runs and proposals. */
export const market: readonly Scenario[] = [
  {
    name: 'the life of a listing',
    async play(stage) {
      const [seller] = await pair(stage);
      const made = await stage.ask(
        seller.agent,
        'publishListing',
        listing(stage, seller, 'provide', { contract_window_seconds: 600, coverage_threshold_bps: 9_000 }),
      );
      const named = { ...seller.p, listing_key: made['listing_key'] };
      const update = (input: object): Promise<unknown> =>
        stage.ask(seller.agent, 'updateListing', { ...named, ...input });
      await update({ title: 'Better work', tags: ['better', 'work'], price_stamps: 1_200 });
      await update({ lifecycle_action: 'pause' });
      await update({ lifecycle_action: 'pause' });
      await update({ lifecycle_action: 'resume' });
      await stage.ask(seller.owner, 'principal.listing', named);
      await update({ lifecycle_action: 'close' });
      await update({ lifecycle_action: 'close' });
      await stage.ask(seller.agent, 'publishListing', listing(stage, seller, 'provide'));
      const page = await stage.ask(seller.agent, 'principal.listings', { ...seller.p, limit: 1 });
      await stage.ask(seller.agent, 'principal.listings', { ...seller.p, limit: 1, cursor: page['next_cursor'] });
    },
  },
  {
    name: 'a proposal that is countered, then rejected',
    async play(stage) {
      const [seller, buyer] = await pair(stage);
      const proposal_key = await propose(stage, seller, buyer);
      const named = { ...seller.p, proposal_key };
      const one = await stage.ask<Proposal>(seller.agent, 'principal.proposal', named);
      const preview = { ...named, of: 'withdraw' };
      await stage.ask(seller.agent, 'principal.proposal.settlementPreview', { ...preview, step_no: 1 });
      const absent = { ...preview, step_no: 2 };
      await stage.refused(seller.agent, 'principal.proposal.settlementPreview', absent, 'step_not_found');
      const { steps, coverage_threshold_bps } = one.current_revision.terms;
      const terms = { coverage_threshold_bps, steps: steps.map((step) => ({ ...step, price_stamps: 900 })) };
      const counter = { decision: 'counter', expected_revision_no: 1, terms };
      await stage.ask(seller.agent, 'respondToProposal', { ...named, ...counter });
      await stage.ask(buyer.agent, 'respondToProposal', { ...buyer.p, proposal_key, decision: 'reject' });
      await stage.ask(buyer.agent, 'principal.proposals', buyer.p);
    },
  },
  {
    name: 'a match run, read again; a second one proposes nothing twice',
    async play(stage) {
      const [seller, buyer] = await pair(stage);
      await stage.ask(seller.agent, 'publishListing', listing(stage, seller, 'provide', { tags: ['work', 'more'] }));
      await match(stage, buyer, listing(stage, buyer, 'consume'));
      const [wanted] = (
        await stage.ask<{ data: { listing_key: string }[] }>(buyer.agent, 'principal.listings', buyer.p)
      ).data;
      const run = { ...buyer.p, listing_key: wanted?.listing_key, max_proposals: 1 };
      const again = await stage.ask(buyer.agent, 'runMatch', run);
      await stage.ask(buyer.agent, 'principal.matchRun', { ...buyer.p, match_run_id: again['match_run_id'] });
    },
  },
  {
    name: 'a listing in the market, its trade profile and its principal',
    async play(stage) {
      const [seller, buyer] = await pair(stage);
      const made = await stage.ask(
        seller.agent,
        'publishListing',
        listing(stage, seller, 'provide', { visibility: 'market' }),
      );
      const trade_profile = made['trade_profile'];
      const cheapest = { trade_profile, side: 'provide', tag: ['work'], max_price_stamps: 1_000 };
      await stage.ask(buyer.agent, 'market', { ...cheapest, order_by: 'price_stamps', direction: 'asc', limit: 1 });
      await stage.ask(buyer.agent, 'market', { trade_profile, text: 'SOME' });
      await stage.ask(buyer.agent, 'tradeProfiles', { prefix: trade_profile, limit: 5 });
      await stage.ask(buyer.agent, 'publicPrincipal', seller.p);
      await stage.ask(buyer.agent, 'publicPrincipal.agents', { ...seller.p, limit: 1 });
      const named = { ...seller.p, listing_key: made['listing_key'] };
      await stage.ask(seller.agent, 'updateListing', { ...named, visibility: 'match_only' });
      await stage.ask(buyer.agent, 'market', { trade_profile });
      const wanted = await stage.ask(buyer.agent, 'publishListing', listing(stage, buyer, 'consume'));
      const run = { ...buyer.p, listing_key: wanted['listing_key'], min_settled_trades: 1 };
      await stage.ask(buyer.agent, 'runMatch', run);
      await stage.refused(buyer.agent, 'publicPrincipal', { principal_key: 'prn_none' }, 'principal_not_found');
    },
  },
  {
    name: 'the trade list searched by proposal after a 409',
    async play(stage) {
      const [seller, buyer] = await pair(stage);
      const { proposal_key } = await create(stage, seller, buyer);
      await create(stage, seller, buyer);
      await stage.refused(buyer.agent, 'createTrade', { ...buyer.p, proposal_key }, 'trade_state_conflict');
      await stage.ask(buyer.agent, 'principal.trades', { ...buyer.p, proposal_id: proposal_key });
    },
  },
];
