import type { Database } from '../../database/transactions/database';
import type { HttpResponse } from '../responses/response';

/** Whether the service can be used: alive while the process answers, ready while the database does. */
export class Health {
  private stopping = false;

  constructor(private readonly store: Database) {}

  /** From now on not ready: load balancers send no more while requests in flight are finished. */
  drain(): void {
    this.stopping = true;
  }

  live(): HttpResponse {
    return json(200, { status: 'ok' });
  }

  async ready(): Promise<HttpResponse> {
    if (this.stopping) return json(503, { status: 'stopping' });
    try {
      await this.store.now();
      return json(200, { status: 'ok', version: '0.1.0' });
    } catch {
      return json(503, { status: 'unavailable' });
    }
  }
}

function json(status: number, body: object): HttpResponse {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(body) };
}
