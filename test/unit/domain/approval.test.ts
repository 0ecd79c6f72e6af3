import type { Commitment } from '../../../src/domain/effects';
import {
  APPROVAL_SECONDS,
  type ApprovalData,
  ApprovalRequired,
  approvalStatus,
  assertApproved,
  decidePendingApproval,
  MAX_REQUESTS,
} from '../../../src/domain/parties/approval';
import type { Approval } from '../../../src/domain/parties/approval-types';
import { addSeconds } from '../../../src/domain/time';
import type { Terms } from '../../../src/domain/types';
import { A, B, plannedStep, termsStep } from './setup';
import { contextAt, NOW, refusal, uuid } from './market';

/** Approvals of commitments, without I/O. */

const terms: Terms = {
  steps: [termsStep(plannedStep(A, B, 1_000), 0)],
  coverage_threshold_bps: 8_000,
  bond_bps: 2_000,
};
const commitment: Commitment = {
  ...{ proposalId: uuid(7), principalId: B.id, agentId: B.agent, revisionNo: 1 },
  ...{ stamps: 1_210n, bondStamps: 200n, committedAt: NOW },
};
const approval: Approval = {
  ...{ approvalId: uuid(8), principalId: B.id, agentId: B.agent, proposalId: uuid(7), revisionNo: 1, terms },
  ...{ committedStamps: 1_210n, bondStamps: 200n, requestedAt: NOW, expiresAt: addSeconds(NOW, APPROVAL_SECONDS) },
  ...{ decidedAt: null, decision: null, decidedBy: null, requestNo: 1 },
};
const approved: Approval = { ...approval, decision: 'approved', decidedAt: NOW, decidedBy: uuid(9) };
const END = addSeconds(NOW, APPROVAL_SECONDS);
const BEFORE_END = new Date(END.getTime() - 1);

const data: ApprovalData = { approvalAboveStamps: 0n, createdAt: NOW, approval: null, denials: [] };

function required(
  last: Approval | null,
  now = NOW,
  of: Terms = terms,
  more: Partial<ApprovalData> = {},
): ApprovalRequired | undefined {
  try {
    assertApproved({ ...data, approval: last, ...more }, commitment, of, contextAt(now));
    return undefined;
  } catch (error) {
    if (error instanceof ApprovalRequired) return error;
    throw error;
  }
}

/** Whether a call makes a request, and the status in its answer. */
const answered = (last: Approval | null, now = NOW, of: Terms = terms) => {
  const error = required(last, now, of);
  return error && [error.members['approval_status'], error.effects.approvals?.length ?? 0];
};

// @spec MA13
test.each([
  [1_209n, true],
  [1_210n, false],
  [null, false],
])('a commitment of 1210 stamps above a threshold of %s needs an approval: %s', (approvalAboveStamps, isNeeded) => {
  const check = () => assertApproved({ ...data, approvalAboveStamps }, commitment, terms, contextAt(NOW));
  if (isNeeded) expect(check).toThrow(ApprovalRequired);
  else expect(check).not.toThrow();
});

// @spec MA13
test('a request has the commitment, its terms, and 24 hours, and one event for its principal', () => {
  const { approvals = [], events = [] } = required(null)?.effects ?? {};
  expect(approvals).toMatchObject([
    {
      principalId: B.id,
      agentId: B.agent,
      revisionNo: 1,
      terms,
      committedStamps: 1_210n,
      expiresAt: END,
      replacesId: null,
    },
  ]);
  expect(events.map(({ type, principalId }) => [type, principalId])).toEqual([['approval.requested', B.id]]);
});

// @spec MA14, MA16
test('a pending or denied request stays, and an expired one is made again', () => {
  expect(answered(approval, BEFORE_END)).toEqual(['pending', 0]);
  expect(answered(approval, END)).toEqual(['pending', 1]);
  expect(required(approval, END)?.effects.approvals?.[0]?.replacesId).toBe(approval.approvalId);
  const denied: Approval = { ...approved, decision: 'denied' };
  expect(answered(denied, addSeconds(END, 1))).toEqual(['denied', 0]);
});

// @spec MA14
test('a denial lasts at its revision, also when the last request is for other terms', () => {
  const denied: Approval = { ...approved, decision: 'denied' };
  const last: Approval = { ...approved, approvalId: uuid(10), revisionNo: 2, requestNo: 2 };
  expect(required(last, NOW, terms, { denials: [denied] })?.members).toMatchObject({ approval_status: 'denied' });
  expect(required(last, NOW, terms, { denials: [{ ...denied, revisionNo: 2 }] })?.members).toMatchObject({
    approval_status: 'pending',
  });
});

// @spec MA34
test('a request and an approval from before a revocation of the mandate do not count', () => {
  const createdAt = addSeconds(NOW, 1);
  for (const last of [approval, approved])
    expect(required(last, createdAt, terms, { createdAt })?.effects.approvals).toHaveLength(1);
});

// @spec MA15, MA16
test('an approval counts for its terms in any order of members, its revision and its cost, until its end', () => {
  expect(answered(approved, BEFORE_END)).toBeUndefined();
  expect(answered(approved, END)).toEqual(['pending', 1]);
  const reordered = Object.fromEntries(Object.entries(terms).reverse()) as unknown as Terms;
  expect(answered(approved, NOW, reordered)).toBeUndefined();
  expect(answered(approved, NOW, { ...terms, coverage_threshold_bps: 8_001 })).toEqual(['pending', 1]);
  expect(answered({ ...approved, revisionNo: 2 })).toEqual(['pending', 1]);
  expect(answered({ ...approved, committedStamps: 1_209n })).toEqual(['pending', 1]);
  expect(answered({ ...approved, bondStamps: 199n })).toEqual(['pending', 1]);
});

// @spec MA16
test('a decision needs a pending request, and an approval counts for 24 hours after it', () => {
  const owner = { decision: 'approved', ownerId: uuid(9) } as const;
  const later = contextAt(BEFORE_END);
  const { approval: decided, effects } = decidePendingApproval(
    { ...approval, isOver: false, proposalExpiresAt: END },
    owner,
    later,
  );
  expect(decided).toEqual({ ...approved, decidedAt: BEFORE_END, expiresAt: addSeconds(BEFORE_END, APPROVAL_SECONDS) });
  expect(effects.events?.map(({ type }) => type)).toEqual(['approval.decided']);
  for (const [one, now, isOver] of [
    [approval, END, false],
    [approval, NOW, true],
    [approved, NOW, false],
    [{ ...approved, decision: 'denied' as const }, NOW, false],
  ] as const) {
    expect(
      refusal(() => decidePendingApproval({ ...one, isOver, proposalExpiresAt: END }, owner, contextAt(now)))['code'],
    ).toBe('approval_state_conflict');
  }
});

test('an approval is used as soon as the agent has committed, also after its end', () => {
  const statusAt = (one: Approval, now: Date) => approvalStatus(one, now, { isUsed: true });
  expect([statusAt(approved, NOW), statusAt(approved, END)]).toEqual(['used', 'used']);
  expect([statusAt(approval, NOW), statusAt(approval, END)]).toEqual(['pending', 'expired']);
});

// @spec MA15
test('an approval that is not used ends with its revision, and a denial stays', () => {
  const over = { isOver: true };
  expect([approval, approved].map((one) => approvalStatus(one, NOW, over))).toEqual(['expired', 'expired']);
  expect(approvalStatus(approved, NOW, { ...over, isUsed: true })).toBe('used');
  expect(approvalStatus({ ...approved, decision: 'denied' }, NOW, over)).toBe('denied');
});

// @spec MA31
test('the end of its proposal ends a request and an approval, before a worker has ended the proposal', () => {
  const statusAt = (one: Approval, now: Date) => approvalStatus(one, now, { proposalExpiresAt: BEFORE_END });
  expect([statusAt(approval, NOW), statusAt(approved, NOW)]).toEqual(['pending', 'approved']);
  expect([statusAt(approval, BEFORE_END), statusAt(approved, BEFORE_END)]).toEqual(['expired', 'expired']);
  const open = { ...approval, isOver: false, proposalExpiresAt: BEFORE_END };
  const call = (): unknown =>
    decidePendingApproval(open, { decision: 'approved', ownerId: uuid(9) }, contextAt(BEFORE_END));
  expect(refusal(call)).toMatchObject({ code: 'approval_state_conflict', approval_status: 'expired' });
});

// @spec MA26
test('a participant makes at most 50 requests for a proposal', () => {
  const other: Approval = { ...approved, revisionNo: 2 };
  const request = required({ ...other, requestNo: MAX_REQUESTS - 1 })?.effects.approvals?.[0];
  expect(request?.requestNo).toBe(MAX_REQUESTS);
  const error = refusal(() => required({ ...other, requestNo: MAX_REQUESTS }));
  expect(error).toMatchObject({ code: 'mandate_exceeded', limit: 'approval_requests' });
  expect(answered({ ...approval, requestNo: MAX_REQUESTS })).toEqual(['pending', 0]);
});
