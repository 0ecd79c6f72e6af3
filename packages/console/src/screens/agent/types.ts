import type { AgentPageQuery } from './agent.documents';

/** The agent as the page reads it. */
export type AgentOfPage = NonNullable<NonNullable<AgentPageQuery['principal']>['agent']>;

export type Mandate = NonNullable<AgentOfPage['mandate']>;

/** A part of the page that has acts for owners. */
export interface PartProps {
  readonly agent: AgentOfPage;
  readonly principalKey: string;
  readonly isOwner: boolean;
}
