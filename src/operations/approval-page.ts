import type { Acts } from '../domain/actions/action';
import { keyOf } from '../domain/keys';
import { ApprovalRequired } from '../domain/parties/approval';
import type { Services } from './context';

/** The page of the console on which an owner decides. Undefined if this process does not serve the console. */
export function approvalPage(
  services: Pick<Services, 'consoleUrl'>,
  { principalId, approvalId }: { readonly principalId: string; readonly approvalId: string },
): string | undefined {
  const console = services.consoleUrl();
  return console && `${console}/${keyOf('prn', principalId)}/approvals/${keyOf('apr', approvalId)}`;
}

/** The acts, of which those that an approval blocks name its page, as the error of the call does. */
export function withApprovalPages({ allowed, blocked }: Acts, services: Pick<Services, 'consoleUrl'>): Acts {
  return {
    allowed,
    blocked: blocked.map((act) => {
      const { refusal } = act;
      if (!(refusal instanceof ApprovalRequired)) return act;
      return { ...act, refusal: refusal.withPage((approval) => approvalPage(services, approval)) };
    }),
  };
}
