import type { Services } from '../operations/context';
import type { Database } from '../database/transactions/database';

/**
 * The console: a web application at `/console`, and its backend for the browser.
 *
 * The browser has only the cookies of the sign-in. The backend checks the session, signs the request with a platform
 * credential, and sends it to the GraphQL endpoint. It reads and writes nothing else, so the console can do what the
 * public API can do.
 */
export interface ConsoleDeps {
  readonly store: Database;
  readonly services: Services;
  /** The address of this process, for WebSockets. */
  readonly listeningUrl: () => string;
}
