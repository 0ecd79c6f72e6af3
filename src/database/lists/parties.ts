import { type AddValue, among, type Branch, containing, oneOf } from '../sql/filters';
import { byColumn, byText, type List } from '../sql/lists';

export const agents: List = {
  name: 'agents',
  columns: 'a.*',
  from: 'agent a',
  owner: 'a.principal_id',
  orders: { created_at: byColumn('a.agent_id') },
  filters: {
    text: (text: string, add: AddValue) => {
      const pattern = add(containing(text), 'text');
      return { where: `(a.card->>'name' ILIKE ${pattern} OR a.card->>'description' ILIKE ${pattern})` };
    },
    hasDisabledWebhook: (isDisabled: boolean) => ({
      where: `a.notifications_disabled_at IS ${isDisabled ? 'NOT ' : ''}NULL`,
    }),
  },
};

export const signingKeys: List = {
  name: 'webhook_signing_keys',
  columns: 'k.agent_id, k.version, k.created_at, k.retired_at',
  from: 'webhook_signing_key k',
  owner: 'k.agent_id',
  orders: { created_at: byColumn('k.version', 'bigint') },
};

export const bindings: List = {
  name: 'bindings',
  columns: 'b.*, h.provider, h.subject',
  from: 'binding b JOIN human h USING (human_id)',
  owner: 'b.principal_id',
  orders: { created_at: byColumn('b.binding_id') },
};

/** Credentials without their secrets. */
export const credentials: List = {
  name: 'credentials',
  columns:
    'c.credential_id, c.principal_id, c.platform_role, c.api_key, c.created_at, c.revoked_at, c.last_used_at, ' +
    'c.agent_id, c.label, c.scopes, c.expires_at',
  from: 'credential c',
  owner: 'c.principal_id',
  orders: { created_at: byColumn('c.credential_id') },
};

/** An index has the types of deliveries. A server of the previous release writes null while the database is migrated. */
function typesOf(values: readonly string[], add: AddValue): Branch[] {
  const { where } = among('e.type')(values, add);
  return [...oneOf('d.event_type')(values, add), { where: `d.event_type IS NULL AND ${where}` }];
}

export const webhookDeliveries: List = {
  name: 'webhook_deliveries',
  columns: 'd.*, e.type, e.principal_id',
  from: 'webhook_delivery d JOIN event e USING (event_id)',
  owner: 'd.agent_id',
  orders: { created_at: byColumn('d.delivery_id') },
  filters: { states: oneOf('d.state'), eventTypes: typesOf },
  // Each of the two has an index, and no index has both. So a filter with both (`needsAll`) compares row by row.
  comparison: {
    alias: 'd',
    members: ['eventTypes', 'states'],
    needsAll: true,
    // Each delivery looks up its event. `OFFSET 0` keeps the planner from another order of the join.
    joined: {
      table: 'webhook_delivery d',
      joins: 'CROSS JOIN LATERAL (SELECT * FROM event WHERE event_id = d.event_id OFFSET 0) e',
      indexed: [],
    },
  },
};

/** Milliseconds since 1970 in 15 digits, then the id of a checkout session or event. */
export const PAYMENT_POSITION = /^\d{15}[\x21-\x7e]{1,255}$/;

export const ticketPurchases: List = {
  name: 'ticket_purchases',
  columns: 'u.*',
  from: 'ticket_purchase u',
  owner: 'u.principal_id',
  orders: { created_at: byText('payment_position(u.created_at, u.session_id)', PAYMENT_POSITION, 'varchar') },
  filters: { statuses: oneOf('u.status') },
};

/** Purchases for the wallet of a human. */
export const walletPurchases: List = { ...ticketPurchases, name: 'wallet_purchases', owner: 'u.human_id' };
