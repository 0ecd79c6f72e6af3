import type { PrincipalCaller } from '../../../domain/sessions/caller';
import type { EventWait } from '../../../mcp';
import type { BearerTokens } from '../../auth/bearer';
import type { GraphqlAdapter } from '../graphql-adapter';
import type { SignedDeps } from '../signed';

/** The parts that `POST /mcp` needs. */

export interface McpDeps extends SignedDeps {
  /** Undefined: humans cannot sign in here, so there are no access tokens. */
  readonly bearerTokens: BearerTokens | undefined;
  readonly graphql: GraphqlAdapter;
  readonly eventWaits: EventWaits;
}

/** Waits for events that hold no connection to the database. */
export interface EventWaits {
  /** @throws Refusal if the caller has too many of them, or for a text that is no cursor */
  begin(caller: PrincipalCaller, after: string): Promise<EventWait>;
  /** Aborts when the service stops. */
  readonly stopping: AbortSignal;
}
