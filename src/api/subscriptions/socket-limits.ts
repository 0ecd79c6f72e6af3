/** Limits of open sockets. */
import type { Caller } from '../../domain/sessions/caller';
import type { Metrics } from '../../operations/ports';
import type { Settings } from '../../settings/settings';
import { budgetKeyOf, RateLimited } from '../auth/rate-limit';
import { OpenCounter } from '../connections/open-counter';

const MAX_SOCKETS_PER_CREDENTIAL = 20;

type Limits = Pick<Settings, 'maxSocketsPerPrincipal' | 'maxUnacknowledgedSocketsPerAddress'>;

/**
 * Counts sockets by credential and by principal or human. Sockets without a verified signature count by address.
 *
 * A principal has a limit as well, because it can create credentials.
 */
export class SocketLimits {
  private readonly byCredential = new OpenCounter(MAX_SOCKETS_PER_CREDENTIAL);
  private readonly byPrincipal: OpenCounter;
  private readonly unacknowledged: OpenCounter;

  constructor(
    limits: Limits,
    private readonly metrics: Pick<Metrics, 'limitReached'>,
  ) {
    this.byPrincipal = new OpenCounter(limits.maxSocketsPerPrincipal);
    this.unacknowledged = new OpenCounter(limits.maxUnacknowledgedSocketsPerAddress);
  }

  /** Returns the refusal of a further socket, if the caller is at a limit. */
  refusalOf(caller: Caller): RateLimited | undefined {
    const key = credentialKeyOf(caller);
    const isCredentialFull = key !== undefined && this.byCredential.isFull(key);
    if (!isCredentialFull && !this.byPrincipal.isFull(budgetKeyOf(caller))) return undefined;
    this.metrics.limitReached('sockets');
    const { maximum } = isCredentialFull ? this.byCredential : this.byPrincipal;
    const owner = isCredentialFull ? 'credential' : 'principal, human or platform credential';
    return new RateLimited('sockets', headersOf('sockets', maximum), `At most ${String(maximum)} sockets a ${owner}`);
  }

  /** Returns the refusal of a further unsigned upgrade, if its address is at the limit. */
  refusalOfUnsigned(address: string): RateLimited | undefined {
    const { maximum } = this.unacknowledged;
    if (!this.unacknowledged.isFull(address)) return undefined;
    this.metrics.limitReached('unacknowledged_sockets');
    return new RateLimited(
      'unacknowledged_sockets',
      headersOf('unacknowledged_sockets', maximum),
      `At most ${String(maximum)} sockets of an address may wait for their signature. Try again, or sign the upgrade.`,
    );
  }

  /** Counts a socket of a caller. The caller of this function calls the returned one at the socket's end. */
  add(caller: Caller): () => void {
    const key = credentialKeyOf(caller);
    const releases = [
      ...(key === undefined ? [] : [this.byCredential.add(key)]),
      this.byPrincipal.add(budgetKeyOf(caller)),
    ];
    return () => releases.forEach((release) => release());
  }

  /** Counts a socket without a signature, until it has one or ends. */
  addUnsigned(address: string): () => void {
    return this.unacknowledged.add(address);
  }
}

/**
 * The owner of sockets of a credential. A console has one credential for all its humans, so each counts alone.
 *
 * Undefined for an operator: the operators of a console share one credential, so only the limit of a principal applies.
 */
function credentialKeyOf(caller: Caller): string | undefined {
  const { credentialId } = caller;
  if (caller.kind === 'operator') return undefined;
  return caller.kind === 'console' && caller.human ? `${credentialId}\n${budgetKeyOf(caller)}` : credentialId;
}

/** Rate limit headers without a window: capacity returns when a socket is closed. */
function headersOf(name: string, maximum: number): Record<string, string> {
  return { 'ratelimit-policy': `"${name}";q=${String(maximum)}`, ratelimit: `"${name}";r=0` };
}
