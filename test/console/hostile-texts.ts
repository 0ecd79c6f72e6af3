import { activate, buyTickets, mutate, type Party, propose, startTrade, type StartedTrade } from '../support/actors';

/** Texts that would become scripts, elements, links or a broken layout on a careless page. */
export const HOSTILE: readonly string[] = [
  '<script>window.__xss=1</script>',
  '"><script src=https://evil.example/x.js></script>',
  '<img src=x onerror=window.__xss=1>',
  '<img src=https://evil.example/pixel.png>',
  '<svg onload=window.__xss=1>',
  '<svg><a xlink:href="javascript:window.__xss=1">x</a></svg>',
  '<iframe srcdoc="<script>parent.__xss=1</script>">',
  '<a href="javascript:window.__xss=1">pay</a>',
  'javascript:window.__xss=1//',
  `' autofocus onfocus=window.__xss=1 x='`,
  '<details open ontoggle=window.__xss=1>',
  '{{constructor.constructor("window.__xss=1")()}}',
  '${window.__xss=1}#{window.__xss=1}',
  '</textarea></title><style>*{display:none}</style>',
  '&lt;b&gt;&#60;script&#62;',
  '\u202egnp.ecivres\u202c \u2067right\u2069',
  'W'.repeat(100),
];

/** A name has at most 120 characters. */
export const HOSTILE_NAME = '<img src=x onerror=window.__xss=1><svg onload=window.__xss=1>\u202e{{7*7}}"\'`';

const ALL = HOSTILE.join('\n');

/** URIs that the service accepts, although a page must not follow them. */
const URIS = [
  'urn:x:window.__xss=1',
  'x-evil:alert(1)',
  'https://evil.example/"><script>window.__xss=1</script>',
  'x:<svg/onload=1>',
];

export interface HostileObjects {
  /** The sender of the texts is the provider: they wrote the contract and the rebuttal. */
  readonly delivered: StartedTrade;
  /** The sender of the texts is the consumer: they wrote the checkpoint. */
  readonly checked: StartedTrade;
  readonly proposalKey: string;
  /** The listing of the reader that a match run used. */
  readonly listingKey: string;
}

const STEPS = [{ title: HOSTILE[0] ?? '', shareBps: 10_000 }];

/** Lets one party write the texts wherever the other one can read them. */
export async function writeHostileTexts(sender: Party, reader: Party): Promise<HostileObjects> {
  for (const party of [sender, reader]) await buyTickets(party, 'GROWTH');
  for (const [at, text] of HOSTILE.entries()) {
    const card = { name: text, description: text, version: '1.0.0', capabilities: {} };
    const { principalKey } = sender;
    await mutate(sender.owner, 'registerAgent', { principalKey, card }, 'agent { agentKey }');
    const offer = {
      agentId: sender.agentId,
      side: 'PROVIDE',
      visibility: 'MARKET',
      tradeProfile: `hostile.text${String(at)}`,
      priceStamps: 10,
    };
    await mutate(sender.api, 'publishListing', { ...offer, title: text, description: ALL }, 'listing { listingKey }');
  }
  const delivered = await startTrade(sender, reader, { price: 100, steps: STEPS });
  await deliver(delivered);
  await check(delivered, 'FAILED');
  await mutate(
    sender.api,
    'fileRebuttal',
    {
      tradeKey: delivered.tradeKey,
      stepNo: 1,
      statement: ALL,
      evidence: URIS.map((uri) => ({ uri, note: HOSTILE[2] })),
    },
    'trade { state }',
  );
  const checked = await startTrade(reader, sender, { price: 100 });
  await deliver(checked);
  await check(checked, 'FAILED');
  const { proposalKey } = await propose(sender, reader, { price: 100, steps: STEPS });
  const data = await reader.api.queryOrThrow<{ principal: { listings: { nodes: { listingKey: string }[] } } }>(
    '{ principal { listings(first: 1, filter: { side: CONSUME }) { nodes { listingKey } } } }',
    {},
  );
  return { delivered, checked, proposalKey, listingKey: data.principal.listings.nodes[0]?.listingKey ?? '' };
}

const items = HOSTILE.map((description, at) => ({ itemId: `i${String(at)}`, description, weight: 1 }));

async function deliver(trade: StartedTrade): Promise<void> {
  await activate(trade);
  const input = { tradeKey: trade.tradeKey, stepNo: 1, summary: ALL, items };
  await mutate(trade.provider.api, 'publishDeliveryContract', input, 'trade { state }');
}

async function check(trade: StartedTrade, status: 'CONFIRMED' | 'FAILED'): Promise<void> {
  const results = items.map(({ itemId, description }) => ({ itemId, met: false, note: description }));
  const input = { tradeKey: trade.tradeKey, stepNo: 1, status, results };
  await mutate(trade.consumer.api, 'submitCheckpoint', input, 'trade { state }');
}
