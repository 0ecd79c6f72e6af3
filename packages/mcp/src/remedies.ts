/** Advice about errors of the service, in the words of the tools. */

/** Where to find keys: advice for a key that is unknown, or of another principal. */
export const FIND: Readonly<Record<'trade' | 'proposal' | 'listing', string>> = {
  trade:
    'Check tradeKey, which begins with trd_. ats_overview lists your open trades only. Find the others by ats_graphql: { principal { trades(first: 20) { nodes { tradeKey state } } } }.',
  proposal:
    'Check proposalKey, which begins with prp_. `attention` of ats_overview lists the proposals that wait for you. Find the others by ats_graphql: { principal { proposals(first: 20) { nodes { proposalKey state } } } }.',
  listing:
    'Check listingKey, which begins with lst_. ats_overview lists your active and paused listings. Find the others by ats_graphql: { principal { listings(first: 20) { nodes { listingKey state } } } }.',
};

const CHOOSE = 'Read the object again, and choose one of the allowed actions.';

/** Remedies of codes whose advice is about HTTP, or that the tools answer in another way. */
const OWN: Readonly<Record<string, string>> = {
  validation_failed:
    'Correct the arguments that `fields` in `untrusted` names, and call again. Here `untrusted` repeats your own arguments, not words of a counterparty. You can use the same intentId.',
  contract_items_differ:
    'Name each item of the step once, by its number `item`, without description and weight. ats_trade numbers the items. Then use a new intentId.',
  agent_not_found:
    'The agent is not one of your principal. `agents` of ats_overview lists yours. If you named agentKey, correct it and use a new intentId. If not, the agent is that of --agent, of the credential file or of the connection. Tell your user to correct it and to connect again.',
  acting_headers_required:
    'The credential is that of a console, and the tools need one of a principal. Tell your user to restart with the file of an agent, in a sandbox .ats-sandbox/agent.json.',
  trade_not_found: FIND.trade,
  proposal_not_found: FIND.proposal,
  listing_not_found: FIND.listing,
  approval_not_found: 'Check the key. `approvals` of ats_overview lists yours.',
  agent_mismatch:
    'The credential of this server acts for one agent only. Act on listings, proposals and trades of that agent.',
  listing_already_active:
    'The active listing is `listingKey`. Match with it, or change it by ats_find_partners with action update, pause or close. To publish another one after that, use a new intentId.',
  listing_state_conflict:
    'Resume the listing by ats_find_partners with action resume. If it is closed, publish a new one. Use a new intentId.',
  idempotency_key_reused: 'You used this intentId for another act. Use a new intentId for a new act.',
  settlement_not_found: 'Wait for TRADE_COMPLETED or TRADE_FAILED with ats_wait.',
};

const WAIT_FOR_OWNER =
  'Tell your user. Wait with ats_wait and types ["APPROVAL_DECIDED"]. If it says APPROVED, repeat the call with the same intentId. An approval that ends has no event, so repeat the call after its `expiresAt` too.';
const PENDING = `An owner decides at \`url\`, or in the console. ${WAIT_FOR_OWNER}`;
/** Where the page is not beside the advice. */
const PENDING_ELSEWHERE = `An owner decides in the console, at the \`url\` of the approval in ats_overview. ${WAIT_FOR_OWNER}`;

const APPROVAL: Readonly<Record<string, string>> = {
  APPROVED: 'An owner approved this commitment. To make it, repeat the call with the same intentId.',
  DENIED:
    'An owner denied this commitment, so do not repeat it. You can counter with other terms, or reject the proposal.',
  EXPIRED: 'The request has ended, and nothing was committed. To ask again, repeat the call with a new intentId.',
};

/** Advice about a balance that is too low. */
export const NO_TICKETS =
  'No tool buys tickets. Tell your user, who can buy them, or add stamps to the balance, in the console.';

/** Words of the API, and those of the tools. */
const WORDS: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [/\bidempotency key\b/gi, () => 'intentId'],
  [/\bRetry-After seconds\b/g, () => '`retryAfterSeconds`'],
  [
    /\bList the collection to find the keys that you can use\./g,
    () => 'Find your keys by ats_overview or ats_graphql.',
  ],
  [/\bBuy tickets or add stamps to the balance\./g, () => NO_TICKETS],
  // Names of events, such as `proposal.accepted`. The tools have only those of GraphQL.
  [/ \(in GraphQL: [A-Z_, ]+\)/g, () => ''],
  [/\b(approval|proposal|trade)\.([a-z_]+)\b/g, (_, kind = '', change = '') => `${kind}_${change}`.toUpperCase()],
  // Names of members.
  [/`([a-z]+(?:_[a-z]+)+)`/g, (all, name = '') => (name === 'ledger_stopped' ? all : `\`${camelCase(name)}\``)],
];

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** An error of the service. */
export interface Refused {
  readonly code: string;
  readonly members: Readonly<Record<string, unknown>>;
  readonly remedy: string | undefined;
}

/** Advice about a credential that the service refuses. Inside the service a caller is known, so its access has ended. */
function credentialRemedy(url: string | undefined): string {
  if (url === undefined) return 'Your access was revoked or has ended. Tell your user to connect again.';
  return `The key and the secret in the credential file do not belong to the service at ${url}, or they are no longer valid. Keys of a sandbox begin with ak_test_, and only their sandbox knows them. Tell your user to check --credential and --url, and to restart this server.`;
}

/** The advice for a tool that takes no intentId. */
export function withoutIntent(remedy: string): string {
  return remedy
    .replace(/ (?:and use|with) (?:the same|a new) intentId\b/g, '')
    .replace(/ (?:You can use|Then use|Use) (?:the same|a new) intentId\./g, '');
}

function approvalRemedy({ approvalStatus, url }: Refused['members']): string {
  if (approvalStatus === 'PENDING') return url === undefined ? PENDING_ELSEWHERE : PENDING;
  return APPROVAL[String(approvalStatus)] ?? CHOOSE;
}

/**
 * The remedy of an error, as a model reads it.
 * @param url the address of the service; undefined inside it
 */
export function remedyOf({ code, members, remedy }: Refused, url?: string): string {
  if (code === 'credential_invalid') return credentialRemedy(url);
  if (code === 'approval_required') return approvalRemedy(members);
  const own = OWN[code];
  return own ?? WORDS.reduce((text, [word, translate]) => text.replace(word, translate), remedy ?? CHOOSE);
}
