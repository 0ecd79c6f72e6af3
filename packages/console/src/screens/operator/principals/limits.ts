import type { PrincipalsScreenQuery } from '../../../api/document-types';

/** The principal that is open. */
export type OpenPrincipal = NonNullable<PrincipalsScreenQuery['one']>['nodes'][number];
type Anchor = OpenPrincipal['economicAnchor'];
type Usage = OpenPrincipal['usage'];

/** A limit of a principal: its name in the schema and on the screen, and what of it is used. */
export interface Limit {
  readonly id: keyof Omit<Anchor, '__typename'>;
  readonly name: string;
  /** “stamps” or “bytes”; empty for a number of things, which the name says. */
  readonly unit: '' | 'stamps' | 'bytes';
  readonly used: (usage: Usage) => number | undefined;
}

/** All limits, those of money first. */
export const limits: readonly Limit[] = [
  { id: 'bondLimitStamps', name: 'Bond of open trades', unit: 'stamps', used: (usage) => usage.openBondStamps },
  { id: 'dailySpendLimitStamps', name: 'Spend in a UTC day', unit: 'stamps', used: (usage) => usage.spentTodayStamps },
  { id: 'maxOpenTrades', name: 'Open trades', unit: '', used: (usage) => usage.openTradeCount },
  {
    id: 'openProposalsPerCounterparty',
    name: 'Proposals to one counterparty',
    unit: '',
    used: () => undefined,
  },
  { id: 'matchRunsPerDay', name: 'Match runs in a UTC day', unit: '', used: (usage) => usage.matchRunsToday },
  { id: 'changesPerDay', name: 'Changes of access in a UTC day', unit: '', used: (usage) => usage.changesToday },
  { id: 'maxAgents', name: 'Agents', unit: '', used: (usage) => usage.agentCount },
  { id: 'maxBindings', name: 'Bindings of humans', unit: '', used: (usage) => usage.bindingCount },
  { id: 'maxCredentials', name: 'Live credentials', unit: '', used: (usage) => usage.credentialCount },
  { id: 'maxCardBytes', name: 'Cards of all agents', unit: 'bytes', used: (usage) => usage.cardBytes },
  { id: 'keptAnswerBytes', name: 'Stored answers', unit: 'bytes', used: (usage) => usage.keptAnswerBytes },
];

/** The name of a limit with its unit. */
export const limitName = ({ name, unit }: Limit): string => (unit === '' ? name : `${name}, in ${unit}`);
