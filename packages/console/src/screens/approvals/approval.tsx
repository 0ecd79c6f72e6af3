import { useLive } from '../../api/hooks';
import { usePolling } from '../../api/polling';
import { TextLink, useParam, usePrincipal } from '../../shell/principal';
import { PageHeader } from '../../ui/card';
import { Empty, Ready } from '../../ui/notice';
import { OneApproval } from './approvals.documents';
import { ApprovalCard, isOpen, OPEN_READ_MS } from './card';

/** One approval, to which the error of the agent's call links. */
export function Screen() {
  const { principalKey } = usePrincipal();
  const approvalKey = useParam('approvalKey');
  const loaded = useLive(OneApproval, { principalKey, approvalKey });
  usePolling(OneApproval, { principalKey, approvalKey }, isOpen(loaded.data?.principal?.approval), OPEN_READ_MS);
  return (
    <>
      <PageHeader title="Approval">
        <TextLink to="approvals">All approvals</TextLink>
      </PageHeader>
      <Ready of={loaded}>
        {({ principal }) =>
          principal?.approval ? (
            <ApprovalCard of={principal.approval} isAlone />
          ) : (
            <Empty title="There is no such approval">
              A later request of the agent replaced it before an owner decided.
            </Empty>
          )
        }
      </Ready>
    </>
  );
}
