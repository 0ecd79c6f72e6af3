import { Browser, refresh, signIn } from '../../../integration/sign-in/support';
import type { Scenario } from '../suite';
import { card, credentialOf, found } from '../cast';

/** The public key of RFC 8037, appendix A.2. */
const cardKey = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo', kid: 'one' };

/** Principals, humans, credentials, agents and their webhooks. */
export const parties: readonly Scenario[] = [
  {
    name: 'a principal, its humans and its limits',
    async play(stage) {
      const { owner, agent, p } = await found(stage, 'Company');
      await stage.ask(owner, 'provisionPrincipal', { display_name: 'Again' });
      await stage.ask(owner, 'actingPrincipal');
      await stage.ask(owner, 'renamePrincipal', { ...p, display_name: 'Company Ltd' });
      await stage.ask(stage.operator, 'setEconomicAnchor', {
        ...p,
        max_open_trades: 7,
        daily_spend_limit_stamps: 5_000,
      });
      await stage.ask(agent, 'principal', p);
      const viewer = { provider: 'test', subject: `${stage.slug}.Viewer`, role: 'viewer' };
      const bound = await stage.ask(owner, 'putBinding', { ...p, ...viewer });
      await stage.ask(stage.human('Viewer'), 'principal', p);
      await stage.ask(owner, 'putBinding', { ...p, ...viewer, role: 'owner' });
      await stage.ask(owner, 'principal.bindings', p);
      await stage.ask(owner, 'removeBinding', { ...p, binding_id: bound['binding_id'] });
    },
  },
  {
    name: 'credentials: one more, revoked; the first one rotated',
    async play(stage) {
      const { owner, agent, p } = await found(stage, 'Company');
      const second = await stage.ask(owner, 'createCredential', p);
      await stage.ask(owner, 'principal.credentials', p);
      await stage.ask(owner, 'revokeCredential', { ...p, credential_id: second['credential_id'] });
      const rotated = await stage.ask(agent, 'rotateCredential', p);
      await stage.refused({ credential: credentialOf(second) }, 'principal', p, 'credential_invalid');
      await stage.ask({ credential: credentialOf(rotated) }, 'principal', p);
    },
  },
  {
    name: 'agents and their webhook signing keys',
    async play(stage) {
      const { owner, agent, p, agentKey } = await found(stage, 'Company');
      const named = { ...p, agent_key: agentKey };
      const url = stage.receiver.url(`/${stage.slug}`);
      await stage.ask(owner, 'updateAgentNotificationUrl', { ...named, notification_url: url });
      await stage.ask(agent, 'setAgentEventTypes', { ...named, event_types: ['trade.completed', 'trade.failed'] });
      await stage.ask(agent, 'rotateWebhookSigningKey', named);
      await stage.ask(agent, 'principal.agent.webhookSigningKeys', named);
      await stage.ask(agent, 'principal.agent', named);
      await stage.ask(owner, 'registerAgent', { ...p, card: card('Second') });
      await stage.ask(owner, 'updateAgentCard', {
        ...named,
        card: { ...card('Third'), version: '3' },
        card_keys: [cardKey],
      });
      await stage.ask(owner, 'retireAgent', named);
      await stage.ask(owner, 'principal.agents', p);
    },
  },
  {
    name: 'a webhook delivery, refused a second one while it is pending, then sent again',
    async play(stage) {
      const { owner, agent, p } = await found(stage, 'Company');
      const path = `/${stage.slug}`;
      let answer = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        stage.receiver.on(path, (_, response) => {
          answer = () => void response.writeHead(204).end();
          resolve();
        });
      });
      const made = await stage.ask(owner, 'registerAgent', {
        ...p,
        card: { ...card('Notified'), capabilities: { pushNotifications: true } },
        notification_url: stage.receiver.url(path),
        event_types: ['tickets.credited'],
      });
      const named = { ...p, agent_key: made['agent_key'] };
      const bought = await stage.ask(agent, 'purchaseTickets', { pack: 'starter' });
      await fetch(String(bought['checkout_url']), { method: 'POST', redirect: 'manual' });
      await held;
      const field = 'principal.agent.webhookDeliveries';
      const { data } = await stage.ask<{ data: { delivery_key: string }[] }>(agent, field, named);
      const delivery = { ...named, delivery_key: data[0]?.delivery_key };
      await stage.refused(agent, 'redeliverWebhook', delivery, 'webhook_delivery_state_conflict');
      stage.receiver.on(path, (_, response) => response.writeHead(204).end());
      answer();
      const delivered = (times: number) => (list: { data: { state: string; attempts: unknown[] }[] }) =>
        list.data[0]?.state === 'delivered' && list.data[0].attempts.length === times;
      await stage.until(agent, field, named, delivered(1));
      await stage.ask(agent, 'redeliverWebhook', delivery);
      await stage.until(agent, field, named, delivered(2));
    },
  },
  {
    name: 'the session of a human who signed in',
    async play(stage) {
      const browser = new Browser();
      await signIn(browser, stage.app, `${stage.slug}.human`);
      const { jwt } = await refresh(browser, stage.app);
      const backend = { credential: stage.app.console };
      await stage.ask(backend, 'sessionCheck', {}, { headers: { authorization: `Bearer ${jwt}` } });
      await stage.refused(backend, 'sessionCheck', {}, 'session_invalid', {
        headers: { authorization: `Bearer ${jwt.slice(0, -8)}00000000` },
      });
    },
  },
];
