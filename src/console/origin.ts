import type { FastifyRequest } from 'fastify';
import { Refusal } from '../domain/errors/errors';

/** A header that no form and no simple request of another site can send. */
export const CONSOLE_HEADER = 'x-ats-console';

/**
 * Checks that a page of this service sent the request.
 *
 * Cookies alone prove nothing, because a browser adds them to requests that other sites cause.
 * @throws Refusal 403 `platform_only`
 */
export function assertOwnPage({ headers }: FastifyRequest, publicUrl: string): void {
  const { origin } = new URL(publicUrl);
  const site = headers['sec-fetch-site'];
  const isOwn = headers.origin === origin || (headers.origin === undefined && site === 'same-origin');
  // Browsers send Sec-Fetch-Site only over https and on this machine.
  const isSameSite = site === undefined || site === 'same-origin';
  if (isOwn && isSameSite && headers[CONSOLE_HEADER] === '1') return;
  throw new Refusal(
    'platform_only',
    `Only the pages of this console may call this path. Open ${origin} in the browser, and use the page there.`,
  );
}

/**
 * Checks that no other site causes the request. A GET has no Origin, and changes nothing.
 * @throws Refusal 403 `platform_only`
 */
export function assertSameSite({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return;
  throw new Refusal('platform_only', 'Only the pages of this console may call this path.');
}
