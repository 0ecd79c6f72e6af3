import type { IncomingMessage } from 'node:http';
import { pathPrefix } from '../../domain/url';
import type { Log } from '../../operations/ports';
import type { Settings } from '../../settings/settings';
import type { TrustedProxies } from './client-address';
import { type Aliases, parseEnvelope, type EnvelopeRequest, type ParsedEnvelope } from './envelope';
import { defaultPort, hostRefusal } from './hosts';

export interface PublicAddressDeps {
  readonly settings: Settings;
  /** The public address, or the listening address if ATS_PUBLIC_URL is not set. */
  readonly publicUrl: () => string;
  readonly proxies: TrustedProxies;
  readonly log: Log;
}

/** A log line for each failed signature would let a stranger fill the disk. */
const LOG_INTERVAL_MS = 60_000;

/** Compares the address of a request with the public address of the service. Proxies may change the first one. */
export class PublicAddress {
  /** The path of ATS_PUBLIC_URL, which routes do not have. */
  readonly prefix: string;
  private readonly publicAuthority: string | undefined;
  private loggedAt = -Infinity;

  constructor(private readonly deps: PublicAddressDeps) {
    const { publicUrl, publicUrlGiven } = deps.settings;
    this.prefix = publicUrlGiven ? pathPrefix(publicUrl) : '';
    this.publicAuthority = publicUrlGiven ? new URL(publicUrl).host : undefined;
  }

  /** Returns 404 if neither the Host header nor the forwarded host is allowed. */
  refusalOf(request: IncomingMessage) {
    const { settings, proxies } = this.deps;
    const refusal = hostRefusal(settings, request.headers.host);
    if (refusal === undefined) return undefined;
    const forwarded = proxies.forwardedHost(request);
    return forwarded !== undefined && hostRefusal(settings, forwarded) === undefined ? undefined : refusal;
  }

  /** Parses the envelope of a request. @throws Refusal 401 */
  parse(envelope: EnvelopeRequest, request: IncomingMessage, now: Date): ParsedEnvelope {
    const { signatureWindowSeconds: windowSeconds, publicUrl } = this.deps.settings;
    const aliases = this.aliasesOf(request);
    return parseEnvelope(envelope, { now, windowSeconds, defaultPort: defaultPort(publicUrl), aliases });
  }

  private aliasesOf(request: IncomingMessage): Aliases | undefined {
    const forwarded = this.deps.proxies.forwardedHost(request);
    if (this.publicAuthority === undefined && forwarded === undefined) return undefined;
    const authorities = [
      ...(this.publicAuthority === undefined ? [] : [this.publicAuthority]),
      ...(forwarded === undefined ? [] : [this.withoutDefaultPort(forwarded)]),
    ];
    return { authorities, prefix: this.prefix };
  }

  private withoutDefaultPort(host: string): string {
    const port = `:${String(defaultPort(this.deps.settings.publicUrl))}`;
    const name = host.toLowerCase();
    return name.endsWith(port) ? name.slice(0, -port.length) : name;
  }

  /** Logs both addresses if a signature failed, and a proxy may have changed the host. At most once a minute. */
  explainFailure(request: IncomingMessage, requestId: string): void {
    const host = request.headers.host ?? '';
    const publicHost = new URL(this.deps.publicUrl()).host;
    if (this.withoutDefaultPort(host) === publicHost || performance.now() - this.loggedAt < LOG_INTERVAL_MS) return;
    this.loggedAt = performance.now();
    const { publicUrlGiven } = this.deps.settings;
    this.deps.log.warn(
      { requestId, host, publicHost, isPublicUrlSet: publicUrlGiven },
      `a signature failed, and the request has the host ${host} instead of ${publicHost}: let the proxy pass Host, or set ATS_PUBLIC_URL to the address that clients sign`,
    );
  }
}
