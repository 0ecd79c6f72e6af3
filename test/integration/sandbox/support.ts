import { type TestApp, useTestApp } from '../../support/app';
import { mutate, type Party } from '../../support/actors';

/** A sandbox for the tests of a file, with private webhook addresses. */
export function useSandbox(env: Readonly<Record<string, string>> = {}): TestApp {
  return useTestApp({ ATS_SANDBOX: 'true', ATS_WEBHOOK_ALLOW_PRIVATE: 'true', ...env });
}

export async function grant(party: Party, pack: 'STARTER' | 'GROWTH' | 'SCALE' = 'GROWTH'): Promise<string> {
  const { principalKey } = party;
  const { purchase } = await mutate<{ purchase: { status: string } }>(
    party.api,
    'grantTickets',
    { principalKey, pack },
    'purchase { status }',
  );
  return purchase.status;
}

/** Moves the clock and returns the time that it has reached. */
export async function advance(
  { api }: Party,
  input: { readonly seconds: number } | { readonly toAt: string },
): Promise<Date> {
  const { reachedAt } = await mutate<{ reachedAt: string }>(api, 'advanceClock', input, 'reachedAt');
  return new Date(reachedAt);
}

export interface SandboxState {
  readonly clock: { readonly nowAt: string; readonly targetAt: string | null; readonly advancedSeconds: number };
  readonly pending: {
    readonly trades: number;
    readonly proposals: number;
    readonly listings: number;
    readonly events: number;
    readonly webhooks: number;
    readonly nextAt: string | null;
  };
}

export async function sandboxState({ api }: Party): Promise<SandboxState> {
  const { sandbox } = await api.queryOrThrow<{ sandbox: SandboxState }>(
    '{ sandbox { clock { nowAt targetAt advancedSeconds } pending { trades proposals listings events webhooks nextAt } } }',
  );
  return sandbox;
}
