/** One page of the menu: its path below the principal or below `operator`, and its name. */
export interface MenuItem {
  readonly path: string;
  readonly name: string;
  /** The badge counts these, if they wait for an owner. */
  readonly counts?: 'approvals';
  /** The page exists only in a sandbox. */
  readonly isOfSandbox?: true;
}

export interface MenuGroup {
  readonly name: string;
  readonly items: readonly MenuItem[];
}

/** The pages of a principal, in the order of the menu. */
export const principalMenu: readonly MenuGroup[] = [
  {
    name: 'Trading',
    items: [
      { path: '', name: 'Home' },
      { path: 'trades', name: 'Trades' },
      { path: 'proposals', name: 'Proposals' },
      { path: 'approvals', name: 'Approvals', counts: 'approvals' },
      { path: 'listings', name: 'Listings' },
      { path: 'market', name: 'Market' },
      { path: 'network', name: 'Network' },
    ],
  },
  {
    name: 'Money',
    items: [
      { path: 'ledger', name: 'Ledger' },
      { path: 'wallet', name: 'Wallet and tickets' },
    ],
  },
  {
    name: 'Access',
    items: [
      { path: 'agents', name: 'Agents' },
      { path: 'credentials', name: 'Credentials' },
      { path: 'people', name: 'People' },
    ],
  },
  {
    name: 'Development',
    items: [
      { path: 'start', name: 'Start here' },
      { path: 'workbench', name: 'Workbench' },
      { path: 'events', name: 'Events' },
      { path: 'webhooks', name: 'Webhooks' },
      { path: 'doctor', name: 'Signature doctor' },
      { path: 'sandbox', name: 'Sandbox', isOfSandbox: true },
    ],
  },
];

/** The pages of operators, below `operator`. */
export const operatorMenu: MenuGroup = {
  name: 'Operation',
  items: [
    { path: 'queue', name: 'Queue' },
    { path: 'payments', name: 'Payments' },
    { path: 'health', name: 'Health' },
    { path: 'policies', name: 'Policies' },
    { path: 'log', name: 'Operator log' },
    { path: 'principals', name: 'Principals' },
  ],
};
