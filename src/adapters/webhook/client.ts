import { createHmac } from 'node:crypto';
import type { WebhookResponse, WebhookRequest, WebhookSender } from '../../operations/ports';
import { Attempt } from './attempt';
import { AddressRefused, type ResolvingAddressGuard } from './guard';
import { Targets } from './targets';

export interface SenderOptions {
  readonly guard: ResolvingAddressGuard;
  /** Limit for one attempt: DNS, connect, headers and body. */
  readonly timeoutSeconds: number;
  /** Version of the service, for `user-agent`. */
  readonly version: string;
}

/** Sends webhooks with the headers of Standard Webhooks; follows no redirects. */
export function createSender(options: SenderOptions): WebhookSender {
  const { guard, timeoutSeconds } = options;
  const targets = new Targets(guard, timeoutSeconds * 1000);
  const inFlight = new Set<Attempt>();
  const userAgent = `agent-trading-service/${options.version}`;
  return {
    send: (call) =>
      new Promise<WebhookResponse>((resolve) => {
        const startedAt = performance.now();
        const attempt = new Attempt((result) => {
          clearTimeout(timer);
          inFlight.delete(attempt);
          resolve({ ...result, durationMs: Math.round(performance.now() - startedAt) });
        });
        // `setImmediate` first reads the sockets: a blocked process may have unread responses.
        const timer = setTimeout(() => setImmediate(() => attempt.cancel()), timeoutSeconds * 1000);
        inFlight.add(attempt);
        dispatch(attempt, call, { guard, targets, userAgent }).catch((error: unknown) => attempt.fail(error));
      }),
    async stop() {
      for (const attempt of [...inFlight]) attempt.cancel();
      await targets.stop();
    },
  };
}

interface SenderDeps {
  readonly guard: ResolvingAddressGuard;
  readonly targets: Targets;
  readonly userAgent: string;
}

async function dispatch(
  attempt: Attempt,
  call: WebhookRequest,
  { guard, targets, userAgent }: SenderDeps,
): Promise<void> {
  const { hostname, path, permitted } = targets.targetFor(call.endpoint, call.url);
  if (!permitted) throw new AddressRefused('address_forbidden');
  // Check at every attempt: a reused connection and an IP literal skip the lookup hook.
  await guard.resolveAllowed(hostname);
  if (attempt.hasEnded) return;
  // Get the target again, because the first one may have been evicted during the DNS lookup.
  const { pool } = targets.targetFor(call.endpoint, call.url);
  pool.dispatch({ method: 'POST', path, headers: headersOf(call, Date.now(), userAgent), body: call.body }, attempt);
}

function headersOf(call: WebhookRequest, nowMs: number, userAgent: string): string[] {
  const timestamp = String(Math.floor(nowMs / 1000));
  const key = Buffer.from(call.secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${call.webhookId}.${timestamp}.${call.body}`).digest('base64');
  // prettier-ignore
  return [
    'content-type', 'application/json',
    'user-agent', userAgent,
    'webhook-id', call.webhookId,
    'webhook-timestamp', timestamp,
    'webhook-signature', `v1,${signature}`,
    'x-svc-webhook-key-version', String(call.keyVersion),
  ];
}
