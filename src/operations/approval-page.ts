import { keyOf } from '../domain/keys';
import type { Services } from './context';

/** The page of the console on which an owner decides. Undefined if this process does not serve the console. */
export function approvalPage(
  services: Pick<Services, 'consoleUrl'>,
  { principalId, approvalId }: { readonly principalId: string; readonly approvalId: string },
): string | undefined {
  const console = services.consoleUrl();
  return console && `${console}/${keyOf('prn', principalId)}/approvals/${keyOf('apr', approvalId)}`;
}
