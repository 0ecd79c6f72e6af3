import { keyOf } from '../../../../src/domain/keys';
import type { Scenario } from '../suite';
import { card, credentialOf, found, funded, pair, propose } from '../cast';

/** The id of an absent object. */
const NOTHING = '01980f3e-0000-7000-8000-000000000000';
const absent = (prefix: Parameters<typeof keyOf>[0]): string => keyOf(prefix, NOTHING);

/** Refusals about parties, their money and their agents. */
export const partyRefusals: readonly Scenario[] = [
  {
    name: 'refused: who may ask',
    async play(stage) {
      const [seller, buyer] = await pair(stage);
      const console = { credential: stage.app.console };
      await stage.refused(console, 'actingPrincipal', {}, 'acting_headers_required');
      await stage.refused(console, 'provisionPrincipal', { display_name: 'X' }, 'acting_headers_required');
      await stage.refused(seller.agent, 'principal', buyer.p, 'principal_access_denied');
      await stage.refused(seller.agent, 'reserveBond', { ...buyer.p, amount_stamps: 1 }, 'principal_access_denied');
      await stage.refused(
        seller.agent,
        'renamePrincipal',
        { ...seller.p, display_name: 'X' },
        'principal_owner_required',
      );
      const viewer = { provider: 'test', subject: `${stage.slug}.Viewer`, role: 'viewer' };
      await stage.ask(seller.owner, 'putBinding', { ...seller.p, ...viewer });
      const reserve = { ...seller.p, amount_stamps: 1 };
      await stage.refused(stage.human('Viewer'), 'reserveBond', reserve, 'principal_owner_required');
      await stage.refused(seller.agent, 'wallet', {}, 'platform_only');
      await stage.refused(seller.agent, 'operatorTrades', { awaiting: 'verdict' }, 'platform_only');
      await stage.refused(seller.agent, 'settleTrade', { trade_key: absent('trd') }, 'platform_only');
      await stage.refused(seller.owner, 'setEconomicAnchor', { ...seller.p, max_open_trades: 9 }, 'platform_only');
    },
  },
  {
    name: 'refused: principals, humans and credentials that are not there, and the last owner',
    async play(stage) {
      const { owner, p } = await found(stage, 'Company');
      const nobody = { principal_key: absent('prn') };
      await stage.refused(stage.operator, 'principal', nobody, 'principal_not_found');
      await stage.refused(stage.human('Nobody'), 'actingPrincipal', {}, 'principal_not_found');
      const anchor = { ...nobody, max_open_trades: 1 };
      await stage.refused(stage.operator, 'setEconomicAnchor', anchor, 'principal_not_found');
      await stage.refused(owner, 'removeBinding', { ...p, binding_id: absent('bnd') }, 'binding_not_found');
      const { data } = await stage.ask<{ data: { binding_id: string }[] }>(owner, 'principal.bindings', p);
      const last = { ...p, binding_id: data[0]?.binding_id };
      await stage.refused(owner, 'removeBinding', last, 'binding_state_conflict');
      const less = { ...p, provider: 'test', subject: `${stage.slug}.Company`, role: 'viewer' };
      await stage.refused(owner, 'putBinding', less, 'binding_state_conflict');
      await stage.ask(stage.operator, 'setEconomicAnchor', { ...p, max_credentials: 1 });
      await stage.refused(owner, 'createCredential', p, 'principal_quota_exceeded');
      const credential = { ...p, credential_id: absent('crd') };
      await stage.refused(owner, 'revokeCredential', credential, 'credential_not_found');
    },
  },
  {
    name: 'refused: calls outside the limits of a credential',
    async play(stage) {
      const { owner, p, agentKey } = await found(stage, 'Company');
      const { agent_key: other } = await stage.ask(owner, 'registerAgent', { ...p, card: card('Other') });
      const input = { ...p, agent_key: agentKey, label: 'one agent', scopes: ['read', 'trade'] };
      const limited = { credential: credentialOf(await stage.ask(owner, 'createCredential', input)) };
      await stage.ask(limited, 'principal.credentials', p);
      await stage.refused(limited, 'reserveBond', { ...p, amount_stamps: 1 }, 'insufficient_scope');
      await stage.refused(limited, 'rotateCredential', p, 'credential_restricted');
      const events = { ...p, agent_key: other, event_types: [] };
      await stage.refused(limited, 'setAgentEventTypes', events, 'agent_mismatch');
    },
  },
  {
    name: 'refused: commitments beyond a mandate',
    async play(stage) {
      const [seller, buyer] = await pair(stage);
      const agent = { ...buyer.p, agent_key: buyer.agentKey };
      await stage.refused(buyer.agent, 'principal.agent.mandate', agent, 'mandate_not_found');
      await stage.refused(buyer.owner, 'revokeMandate', agent, 'mandate_not_found');
      await stage.ask(buyer.owner, 'putMandate', { ...agent, budget_stamps: 1, budget_period: 'week' });
      await stage.ask(buyer.agent, 'principal.agent.mandate', agent);
      const accept = { ...buyer.p, proposal_key: await propose(stage, seller, buyer), decision: 'accept' };
      await stage.refused(buyer.agent, 'respondToProposal', accept, 'mandate_exceeded');
      await stage.ask(buyer.owner, 'revokeMandate', agent);
      await stage.refused(buyer.agent, 'respondToProposal', accept, 'mandate_exceeded');
    },
  },
  {
    name: 'refused: a retired agent that starts something',
    async play(stage) {
      const [seller, buyer] = await pair(stage);
      const agent = { ...buyer.p, agent_key: buyer.agentKey };
      const proposal_key = await propose(stage, seller, buyer);
      await stage.ask(buyer.owner, 'retireAgent', agent);
      await stage.refused(
        buyer.agent,
        'respondToProposal',
        { ...buyer.p, proposal_key, decision: 'accept' },
        'agent_retired',
      );
      await stage.refused(buyer.agent, 'createTrade', { ...buyer.p, proposal_key }, 'agent_retired');
      const nobody = { ...buyer.p, agent_key: absent('agt') };
      await stage.refused(buyer.owner, 'retireAgent', nobody, 'agent_not_found');
      await stage.refused(buyer.owner, 'updateAgentCard', { ...nobody, card: card('Nobody') }, 'agent_not_found');
    },
  },
  {
    name: 'refused: a commitment that needs an approval',
    async play(stage) {
      const [seller, buyer] = await pair(stage);
      const agent = { ...buyer.p, agent_key: buyer.agentKey };
      await stage.ask(buyer.owner, 'putMandate', { ...agent, approval_above_stamps: 0 });
      const accept = { ...buyer.p, proposal_key: await propose(stage, seller, buyer), decision: 'accept' };
      const required = await stage.refused(buyer.agent, 'respondToProposal', accept, 'approval_required');
      const approval = { ...buyer.p, approval_key: required['approval_key'] };
      await stage.ask(buyer.agent, 'principal.approvals', { ...buyer.p, status: ['pending'] });
      await stage.ask(buyer.agent, 'principal.approval', approval);
      await stage.ask(buyer.owner, 'principal.attention', buyer.p);
      const decision = { decision: 'approve' };
      const other = { ...buyer.p, approval_key: absent('apr') };
      await stage.refused(buyer.owner, 'decideApproval', { ...other, ...decision }, 'approval_not_found');
      await stage.ask(buyer.owner, 'decideApproval', { ...approval, ...decision });
      await stage.refused(buyer.owner, 'decideApproval', { ...approval, ...decision }, 'approval_state_conflict');
      await stage.ask(buyer.agent, 'respondToProposal', accept);
    },
  },
  {
    name: 'refused: money that is not there',
    async play(stage) {
      const { owner, agent, p } = await funded(stage, 'Company');
      const much = { ...p, amount_stamps: 1_000_000 };
      await stage.refused(owner, 'fundPrincipal', much, 'wallet_insufficient_balance');
      await stage.refused(owner, 'returnFunds', much, 'wallet_insufficient_balance');
      await stage.refused(agent, 'reserveBond', much, 'principal_bond_insufficient_balance');
      await stage.refused(agent, 'releaseBond', much, 'principal_bond_insufficient_balance');
      const session = { session_id: ['cs', 'test', 'none'].join('_') };
      await stage.refused(agent, 'ticketPurchase', session, 'checkout_session_not_found');
    },
  },
  {
    name: 'refused: agents and deliveries that are not there',
    async play(stage) {
      const { owner, agent, p, agentKey } = await found(stage, 'Company');
      const nobody = { ...p, agent_key: absent('agt') };
      await stage.refused(agent, 'principal.agent', nobody, 'agent_not_found');
      await stage.refused(agent, 'principal.agent.webhookSigningKeys', nobody, 'agent_not_found');
      await stage.refused(agent, 'principal.agent.webhookDeliveries', nobody, 'agent_not_found');
      await stage.refused(
        owner,
        'updateAgentNotificationUrl',
        { ...nobody, notification_url: null },
        'agent_not_found',
      );
      await stage.refused(agent, 'setAgentEventTypes', { ...nobody, event_types: [] }, 'agent_not_found');
      await stage.refused(agent, 'rotateWebhookSigningKey', nobody, 'agent_not_found');
      const delivery = { delivery_key: absent('dlv') };
      await stage.refused(agent, 'redeliverWebhook', { ...nobody, ...delivery }, 'agent_not_found');
      const none = { ...p, agent_key: agentKey, ...delivery };
      await stage.refused(agent, 'redeliverWebhook', none, 'webhook_delivery_not_found');
    },
  },
  {
    name: 'refused: what the rules of an operation find invalid, with pointers',
    async play(stage) {
      const { owner, agent, p, agentKey } = await found(stage, 'Company');
      const pushing = { ...card('Pushing'), capabilities: { pushNotifications: true } };
      await stage.refused(owner, 'registerAgent', { ...p, card: pushing }, 'validation_failed');
      await stage.refused(owner, 'renamePrincipal', { ...p, display_name: '' }, 'validation_failed');
      await stage.refused(agent, 'reserveBond', { ...p, amount_stamps: 0 }, 'validation_failed');
      const url = { ...p, agent_key: agentKey, notification_url: 'ftp://company.example' };
      await stage.refused(owner, 'updateAgentNotificationUrl', url, 'validation_failed');
      await stage.refused(agent, 'principal.postings', { ...p, cursor: 'nonsense' }, 'validation_failed');
    },
  },
];
