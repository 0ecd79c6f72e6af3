import type { AgentPageQuery } from '../../api/document-types';

/** The agent as the page reads it. */
export type AgentOfPage = NonNullable<NonNullable<AgentPageQuery['principal']>['agent']>;

export type Mandate = NonNullable<AgentOfPage['mandate']>;

/** A part of the page. */
export interface PartProps {
  readonly agent: AgentOfPage;
}

/** A dialog about the agent. */
export interface DialogProps extends PartProps {
  readonly onClose: () => void;
}
