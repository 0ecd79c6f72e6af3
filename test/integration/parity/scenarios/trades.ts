import type { Scenario } from '../suite';
import { accept, activated, contract, create, funded, listing, match, pair, settled } from '../cast';

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Trades with each kind of outcome. */
export const trades: readonly Scenario[] = [
  {
    name: 'a trade that completes, seen by both, in lists, pictures, events and postings',
    async play(stage) {
      const [seller, buyer] = await pair(stage);
      const { sold, bought } = await create(stage, seller, buyer);
      await stage.ask(seller.agent, 'principal.trade', sold);
      await stage.ask(buyer.agent, 'principal.trade.settlementPreview', { ...bought, of: 'complete' });
      await stage.ask(buyer.agent, 'principal.attention', buyer.p);
      await stage.ask(buyer.agent, 'activateTrade', bought);
      await stage.ask(seller.agent, 'publishDeliveryContract', { ...sold, step_no: 1, ...contract });
      const results = [
        { item_id: 'a', met: true },
        { item_id: 'b', met: true, note: 'As agreed.' },
      ];
      await stage.ask(buyer.agent, 'submitCheckpoint', { ...bought, step_no: 1, status: 'confirmed', results });
      await settled(stage, buyer.agent, bought);
      await settled(stage, seller.agent, sold);
      await stage.ask(seller.agent, 'principal.trade.settlement.evidence', sold);
      const { settled_at: since } = await stage.ask(stage.operator, 'operatorTrade', { trade_key: sold.trade_key });
      const period = { policy_version: 'slash_policy_v1', since, until: '2100-01-01T00:00:00.000Z' };
      await stage.ask(stage.operator, 'policyBacktest', period);
      await stage.refused(stage.operator, 'policyBacktest', { ...period, until: since }, 'validation_failed');
      await stage.refused(stage.operator, 'policyBacktest', { ...period, policy_version: 'v9' }, 'validation_failed');
      await stage.refused(buyer.agent, 'policyBacktest', period, 'platform_only');
      await stage.ask(buyer.agent, 'principal.trades', buyer.p);
      const settledTrades = { ...buyer.p, state: ['completed'], counterparty_key: seller.p.principal_key };
      await stage.ask(buyer.agent, 'principal.trades', { ...settledTrades, order_by: 'settled_at', direction: 'asc' });
      await stage.ask(buyer.agent, 'principal.trades', { ...buyer.p, awaiting_me: true, order_by: 'next_deadline_at' });
      await stage.ask(buyer.agent, 'principal.proposals', { ...buyer.p, state: ['accepted', 'proposed'] });
      await stage.ask(buyer.agent, 'principal.listings', {
        ...buyer.p,
        state: ['active'],
        side: 'consume',
        text: 'work',
      });
      await stage.ask(buyer.agent, 'principal.tradeGraph', buyer.p);
      await stage.ask(buyer.agent, 'principal.postings', buyer.p);
      const types = ['trade.created', 'trade.completed'];
      const events = { ...buyer.p, types };
      await stage.until<{ data: unknown[] }>(buyer.agent, 'principal.events', events, ({ data }) => data.length === 2);
      const newest = { ...events, order_by: 'sequence', direction: 'desc', limit: 1 };
      await stage.ask(buyer.agent, 'principal.events', newest);
      await stage.ask(stage.operator, 'settleTrade', { trade_key: sold.trade_key });
      await stage.ask(seller.agent, 'principal.trade.settlementPreview', { ...sold, of: 'lapse' });
      const { principal_key } = buyer.p;
      const ofBuyer = { principal_key, state: ['completed'], order_by: 'settled_at', direction: 'desc' };
      await stage.ask(stage.operator, 'operatorTrades', ofBuyer);
    },
  },
  {
    name: 'a trade in two steps, the second of which its provider withdraws from',
    async play(stage) {
      const [seller, buyer] = await pair(stage);
      const steps = [
        { title: 'First', share_bps: 6_000 },
        { title: 'Second', share_bps: 4_000 },
      ];
      const { sold, bought } = await activated(stage, seller, buyer, { steps });
      await stage.ask(seller.agent, 'publishDeliveryContract', { ...sold, step_no: 1, ...contract });
      await stage.ask(buyer.agent, 'submitCheckpoint', { ...bought, step_no: 1, status: 'confirmed' });
      await stage.until<{ steps: { state: string }[] }>(
        buyer.agent,
        'principal.trade',
        bought,
        (trade) => trade.steps[0]?.state === 'passed',
      );
      await stage.ask(buyer.agent, 'activateTrade', bought);
      await stage.ask(seller.agent, 'withdrawFromTrade', sold);
      await settled(stage, buyer.agent, bought);
      await settled(stage, seller.agent, sold);
    },
  },
  {
    name: 'a checkpoint that failed, its rebuttal, and the verdict that overturns it',
    async play(stage) {
      const [seller, buyer] = await pair(stage);
      const { sold, bought } = await activated(stage, seller, buyer);
      await stage.ask(seller.agent, 'publishDeliveryContract', { ...sold, step_no: 1, ...contract });
      const preview = { ...sold, of: 'verdict', coverage_bps: 5_000, verdict_coverage_bps: 10_000 };
      await stage.ask(seller.agent, 'principal.trade.settlementPreview', { ...preview, checkpoint_status: 'failed' });
      await stage.ask(buyer.agent, 'submitCheckpoint', { ...bought, step_no: 1, status: 'failed' });
      const again = { ...bought, of: 'checkpoint' };
      await stage.refused(buyer.agent, 'principal.trade.settlementPreview', again, 'trade_state_conflict');
      const evidence = [{ item_id: 'a', uri: 'https://seller.example/proof', note: 'Signed.' }];
      await stage.ask(seller.agent, 'fileRebuttal', { ...sold, step_no: 1, statement: 'It is there.', evidence });
      await stage.ask(stage.operator, 'operatorTrades', { awaiting: 'verdict' });
      const { principal_key } = sold;
      await stage.ask(stage.operator, 'operatorTrades', {
        principal_key,
        state: ['executing'],
        created_from: '2020-01-01T00:00:00Z',
      });
      const { trade_key } = sold;
      await stage.ask(stage.operator, 'evaluateTrade', { trade_key, verdict: 'pass', reason: 'It is there.' });
      await stage.ask(stage.operator, 'settleTrade', { trade_key });
      await settled(stage, seller.agent, sold);
      await settled(stage, buyer.agent, bought);
    },
  },
  {
    name: 'a checkpoint below the threshold, and the verdict that upholds it',
    async play(stage) {
      const [seller, buyer] = await pair(stage);
      const { sold, bought } = await activated(stage, seller, buyer);
      await stage.ask(seller.agent, 'publishDeliveryContract', { ...sold, step_no: 1, ...contract });
      const results = [{ item_id: 'a', met: true }];
      await stage.ask(buyer.agent, 'submitCheckpoint', { ...bought, step_no: 1, status: 'confirmed', results });
      const { trade_key } = sold;
      await stage.ask(seller.agent, 'fileRebuttal', { ...sold, step_no: 1, statement: 'It was not asked for.' });
      await stage.ask(stage.operator, 'evaluateTrade', { trade_key, verdict: 'fail', reason: 'It was.' });
      await settled(stage, buyer.agent, bought);
    },
  },
  {
    name: 'three parties: two providers, of whom the second lets its time pass',
    async play(stage) {
      const [first, second] = [await funded(stage, 'First'), await funded(stage, 'Second')];
      const buyer = await funded(stage, 'Buyer');
      const profile = (no: number): string => `${stage.slug}.part-${String(no)}`;
      for (const [at, seller] of [first, second].entries()) {
        const offer = listing(stage, seller, 'provide', { trade_profile: profile(at), price_stamps: 400 });
        await stage.ask(seller.agent, 'publishListing', offer);
      }
      const steps = [0, 1].map((at) => ({ title: `Part ${String(at)}`, share_bps: 5_000, trade_profile: profile(at) }));
      const wanted = listing(stage, buyer, 'consume', { trade_profile: profile(0), price_stamps: 2_000, steps });
      const proposal_key = await match(stage, buyer, wanted);
      await accept(stage, proposal_key, first, second, buyer);
      const { trade_key } = await stage.ask<{ trade_key: string }>(buyer.agent, 'createTrade', {
        ...buyer.p,
        proposal_key,
      });
      const bought = { ...buyer.p, trade_key };
      await stage.ask(buyer.agent, 'activateTrade', bought);
      await stage.ask(first.agent, 'publishDeliveryContract', { ...first.p, trade_key, step_no: 1, ...contract });
      await stage.ask(buyer.agent, 'submitCheckpoint', { ...bought, step_no: 1, status: 'confirmed' });
      await stage.until<{ steps: { state: string }[] }>(
        buyer.agent,
        'principal.trade',
        bought,
        (trade) => trade.steps[0]?.state === 'passed',
      );
      await stage.ask(buyer.agent, 'activateTrade', bought);
      stage.app.clock.advance(DAY + HOUR);
      for (const company of [buyer, first, second]) await settled(stage, company.agent, { ...company.p, trade_key });
    },
  },
  {
    name: 'a trade that nobody activates ends when it was idle for too long',
    async play(stage) {
      const [seller, buyer] = await pair(stage);
      const { sold, bought } = await create(stage, seller, buyer);
      stage.app.clock.advance(3 * DAY + HOUR);
      await settled(stage, seller.agent, sold);
      await settled(stage, buyer.agent, bought);
    },
  },
];
