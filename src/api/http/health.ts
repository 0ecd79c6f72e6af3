import type { ReadinessProbe } from '../../database/connection/readiness';
import { INTERFACE_VERSION } from '../graphql/schema/service';
import type { HttpResponse } from '../responses/response';
import type { ServerLifecycle } from './lifecycle';

/** A probe gets its answer within this time, whatever the database does. */
const MAX_WAIT_MS = 700;

/** Reports liveness (the process answers) and readiness (the database can be read and written). */
export class Health {
  constructor(
    private readonly probe: ReadinessProbe,
    private readonly lifecycle: ServerLifecycle,
  ) {}

  live(): HttpResponse {
    return json(200, { status: 'ok' });
  }

  async ready(): Promise<HttpResponse> {
    if (this.lifecycle.isStopping) return unready('stopping');
    return (await this.probe.isReady(MAX_WAIT_MS))
      ? json(200, { status: 'ok', version: INTERFACE_VERSION })
      : unready('unavailable');
  }
}

function unready(status: 'stopping' | 'unavailable'): HttpResponse {
  const { headers, ...rest } = json(503, { status });
  return { ...rest, headers: { ...headers, 'retry-after': '1' } };
}

function json(status: number, body: object): HttpResponse {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(body) };
}
