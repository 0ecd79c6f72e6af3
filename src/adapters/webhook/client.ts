import { createHmac } from 'node:crypto';
import type { WebhookResponse, WebhookRequest, WebhookSender } from '../../operations/ports';
import { Attempt } from './attempt';
import { AddressRefused, type ResolvingAddressGuard } from './guard';
import { Targets } from './targets';

/** The HTTP of webhooks: Standard Webhooks headers, no redirects, everything bounded (events.md §2). */

export interface SenderOptions {
  readonly guard: ResolvingAddressGuard;
  /** For everything together: DNS, connect, headers, body. */
  readonly timeoutSeconds: number;
  /** Ours, for `user-agent`. */
  readonly version: string;
}

export function createSender(options: SenderOptions): WebhookSender {
  const { guard, timeoutSeconds } = options;
  const targets = new Targets(guard, timeoutSeconds * 1000);
  const underWay = new Set<Attempt>();
  const userAgent = `agent-trading-service/${options.version}`;
  return {
    send: (call) =>
      new Promise<WebhookResponse>((resolve) => {
        const begun = performance.now();
        const attempt = new Attempt((heard) => {
          clearTimeout(timer);
          underWay.delete(attempt);
          resolve({ ...heard, durationMs: Math.round(performance.now() - begun) });
        });
        // After one more look at the sockets: where this process was held up, answers have come that nobody read.
        const timer = setTimeout(() => setImmediate(() => attempt.breakOff()), timeoutSeconds * 1000);
        underWay.add(attempt);
        begin(attempt, call, { guard, targets, userAgent }).catch((error: unknown) => attempt.failed(error));
      }),
    async stop() {
      for (const attempt of [...underWay]) attempt.breakOff();
      await targets.stop();
    },
  };
}

interface SenderDeps {
  readonly guard: ResolvingAddressGuard;
  readonly targets: Targets;
  readonly userAgent: string;
}

async function begin(attempt: Attempt, call: WebhookRequest, { guard, targets, userAgent }: SenderDeps): Promise<void> {
  const { hostname, path, permitted } = targets.targetFor(call.endpoint, call.url);
  if (!permitted) throw new AddressRefused('address_forbidden');
  // At every attempt, also where a connection is open still; and for IP literals, which nothing below looks at.
  await guard.resolveAllowed(hostname);
  if (attempt.isOver) return;
  // Asked for once more: what was there before the name was looked up may have been let go.
  const { pool } = targets.targetFor(call.endpoint, call.url);
  pool.dispatch({ method: 'POST', path, headers: headersOf(call, Date.now(), userAgent), body: call.body }, attempt);
}

function headersOf(call: WebhookRequest, nowMs: number, userAgent: string): string[] {
  const timestamp = String(Math.floor(nowMs / 1000));
  const key = Buffer.from(call.secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${call.webhookId}.${timestamp}.${call.body}`).digest('base64');
  // Name, value, name, value …
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
