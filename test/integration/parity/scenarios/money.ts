import type { Scenario } from '../suite';
import { buy, found } from '../cast';

/** Tickets, wallets, bond and postings. */
export const money: readonly Scenario[] = [
  {
    name: 'buy, fund, return, reserve, release, and every movement of it',
    async play(stage) {
      const { owner, agent, p } = await found(stage, 'Company');
      await stage.ask(agent, 'ticketPacks');
      await stage.ask(agent, 'policies');
      const activation = { policy_version: 'slash_policy_v1.1', effective_at: '2100-01-01T00:00:00.000Z' };
      await stage.ask(stage.operator, 'activatePolicy', activation);
      await stage.refused(agent, 'activatePolicy', activation, 'platform_only');
      const audit = `SELECT ledger_record_audit('{"I1": 0, "E1": 2}', now(), '{"E1": ["principal 7: one", "principal 7: two"]}', true)`;
      await stage.app.sql(audit);
      await stage.ask(stage.operator, 'ledgerAudit');
      await stage.refused(agent, 'ledgerAudit', {}, 'platform_only');
      await stage.ask(owner, 'wallet');
      await buy(stage, owner, { pack: 'starter', to: 'wallet' });
      await buy(stage, agent, { pack: 'growth', success_url: 'https://company.example/paid' });
      await stage.ask(owner, 'fundPrincipal', { ...p, amount_stamps: 300 });
      await stage.ask(owner, 'returnFunds', { ...p, amount_stamps: 100 });
      await stage.ask(agent, 'reserveBond', { ...p, amount_stamps: 500 });
      await stage.ask(agent, 'releaseBond', { ...p, amount_stamps: 200 });
      await stage.ask(owner, 'wallet');
      const page = await stage.ask(agent, 'principal.postings', { ...p, limit: 3 });
      await stage.ask(agent, 'principal.postings', { ...p, limit: 200, cursor: page['next_cursor'] });
      await stage.ask(agent, 'principal.postings', {
        ...p,
        kind: ['bond_reserve'],
        account: ['tickets', 'bond_available'],
      });
      await stage.ask(agent, 'principal.ticketPurchases', { ...p, status: ['credited'] });
      const other = { ...p, kind: ['wallet_fund'], cursor: page['next_cursor'] };
      await stage.refused(agent, 'principal.postings', other, 'cursor_invalid');
      await stage.refused(agent, 'principal.postings', { ...p, trade_key: 'trd_none' }, 'validation_failed');
    },
  },
  {
    name: 'a purchase that nobody has paid yet',
    async play(stage) {
      const { agent } = await found(stage, 'Company');
      const bought = await stage.ask(agent, 'purchaseTickets', { pack: 'scale' });
      await stage.ask(agent, 'ticketPurchase', { session_id: bought['session_id'] });
    },
  },
];
