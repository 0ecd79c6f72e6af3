import type { Database } from '../../database/transactions/database';
import { INTERFACE_VERSION } from '../graphql/schema/service';
import type { HttpResponse } from '../responses/response';

/** Reports liveness (the process answers) and readiness (the database answers). */
export class Health {
  private isDraining = false;

  constructor(private readonly store: Database) {}

  /** Reports "not ready" from now on, so that load balancers send no new requests. */
  drain(): void {
    this.isDraining = true;
  }

  live(): HttpResponse {
    return json(200, { status: 'ok' });
  }

  async ready(): Promise<HttpResponse> {
    if (this.isDraining) return json(503, { status: 'stopping' });
    try {
      await this.store.now();
      return json(200, { status: 'ok', version: INTERFACE_VERSION });
    } catch {
      return json(503, { status: 'unavailable' });
    }
  }
}

function json(status: number, body: object): HttpResponse {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(body) };
}
