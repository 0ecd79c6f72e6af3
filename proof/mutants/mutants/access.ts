import type { Mutant } from '../mutant';

/** Mutants of signatures, credentials, sessions and the rights of principals and humans. */
export const accessMutants: readonly Mutant[] = [
  {
    name: 'digest-not-compared',
    breaks: 'Content-Digest is parsed but not compared with the body.',
    violates: 'A request whose body does not match its Content-Digest is refused with content_digest_mismatch.',
    edits: [
      {
        file: 'src/api/auth/envelope/digest.ts',
        find: '!digest.equals(',
        replace: 'body.length < 0 && !digest.equals(',
      },
    ],
    caughtBy: [
      { file: 'test/integration/http/request-pipeline.test.ts', id: 'digest-of-other-body' },
      { file: 'test/unit/envelope/mutation.test.ts', id: 'signed-request-altered' },
      { file: 'proof/fuzz/fuzz.test.ts', id: 'fuzz-properties' },
    ],
  },
  {
    name: 'subject-not-signed',
    breaks: 'A signature need not cover X-Acting-Subject, so a proxy can replace the acting human.',
    violates: 'A signature must cover each header that says for whom a request acts.',
    edits: [{ file: 'src/api/auth/envelope/profile.ts', find: "  'x-acting-subject',\n", replace: '' }],
    caughtBy: [{ file: 'test/unit/envelope/rules.test.ts', id: 'signed-headers-required' }],
  },
  {
    name: 'credential-not-locked',
    breaks: 'A request reads its credential without a lock, so it can commit after the rotation that revoked it.',
    violates: 'The commit of a rotation is the last moment at which the old credentials work.',
    edits: [
      {
        file: 'sql/requests/claim_request.sql',
        find: 'PERFORM pg_advisory_xact_lock_shared(credential_lock(p_credential));',
        replace: '',
      },
      {
        file: 'sql/requests/lock_credential_shared.sql',
        find: 'PERFORM pg_advisory_xact_lock_shared(credential_lock(p_credential));',
        replace: '',
      },
      {
        file: 'sql/requests/try_claim_request.sql',
        find: 'AND pg_try_advisory_xact_lock_shared(credential_lock(p_credential))',
        replace: '',
      },
    ],
    caughtBy: [{ file: 'test/spec/credentials.test.ts', id: 'rotation-waits-for-mutations' }],
  },
  {
    name: 'revoked-credential-reads',
    breaks: 'A revoked credential still authenticates queries.',
    violates: 'A request signed with an old or revoked credential is refused with 401.',
    edits: [
      {
        file: 'src/api/auth/authenticator.ts',
        find: 'revokedAt === null && ',
        replace: '(revokedAt === null || revokedAt !== null) && ',
      },
    ],
    caughtBy: [
      { file: 'test/spec/credentials.test.ts', id: 'rotation-revokes-all' },
      { file: 'test/spec/credentials.test.ts', id: 'revocation-without-replacement' },
      { file: 'proof/fault-injection/torture/torture.test.ts', id: 'torture-run' },
    ],
  },
  {
    name: 'rotation-revokes-one',
    breaks: 'A rotation revokes only the credential that signed it.',
    violates: 'A rotation revokes every previous credential of the principal in the same transaction.',
    edits: [
      {
        file: 'src/operations/commands/credential.ts',
        find: 'const revoked = await store.revokeOthers(tx, principalId, issued.credentialId);',
        replace: `const { credentialId } = context.caller;
  const revoked = (await store.revokeCredential(tx, credentialId)) ? [credentialId] : [];`,
      },
    ],
    caughtBy: [{ file: 'test/spec/credentials.test.ts', id: 'rotation-revokes-all' }],
  },
  {
    name: 'lookup-joined-late',
    breaks: 'A request shares a credential lookup that began before the request arrived.',
    violates: 'Old credentials never work after a rotation or revocation returned.',
    edits: [
      {
        file: 'src/api/auth/coalesced-lookup.ts',
        find: 'return (key) => loader.load(key);',
        replace: `const running = new Map<string, Promise<V | undefined>>();
  return (key) => {
    const joined = running.get(key) ?? loader.load(key).finally(() => running.delete(key));
    running.set(key, joined);
    return joined;
  };`,
      },
    ],
    caughtBy: [
      { file: 'test/integration/http/coalesced-lookup.test.ts', id: 'lookup-begins-after-request' },
      { file: 'test/integration/http/coalesced-lookup.test.ts', id: 'lookup-sees-earlier-commits' },
    ],
  },
  {
    name: 'revoked-credential-buys',
    breaks: 'purchaseTickets does not check again whether its credential was revoked during the payment call.',
    violates: 'Every request that is signed with a revoked credential fails.',
    edits: [
      {
        file: 'src/operations/commands/ticket.ts',
        find: 'await lockRequestCredential(context);',
        replace: 'if (tx.now.getTime() < 0) await lockRequestCredential(context);',
      },
    ],
    caughtBy: [{ file: 'test/spec/checkout.test.ts', id: 'purchase-during-rotation' }],
  },
  {
    name: 'refresh-reuse-accepted',
    breaks: 'A refresh token that was used before gets the answer for two browser tabs that refresh at the same time.',
    violates: 'The reuse of an old refresh token ends the session.',
    edits: [{ file: 'src/operations/commands/session.ts', find: 'before.rotatedAt !== null', replace: 'false' }],
    caughtBy: [{ file: 'test/integration/sign-in/session.test.ts', id: 'refresh-token-reuse' }],
  },
  {
    name: 'access-after-kind',
    breaks: 'A caller that names another principal gets platform_only instead of principal_access_denied.',
    violates: 'The check of the named principal comes before the check of the kind of credential.',
    edits: [
      {
        file: 'src/domain/sessions/caller.ts',
        find: "throw isForeign ? new Refusal('principal_access_denied') : platformOnly(caller);",
        replace: 'throw platformOnly(caller);',
      },
    ],
    caughtBy: [{ file: 'test/spec/access.test.ts', id: 'access-matrix' }],
  },
  {
    name: 'node-shows-strangers',
    breaks: 'node(id) returns a trade to every caller that knows its key.',
    violates: 'A caller sees only its own objects, and nothing shows that other objects exist.',
    edits: [{ file: 'src/api/graphql/schema/node-query.ts', find: 'viewer === undefined ? undefined : ', replace: '' }],
    caughtBy: [{ file: 'test/spec/node.test.ts', id: 'node-visibility' }],
  },
  {
    name: 'removed-owner-acts',
    breaks: 'The act of a human who was an owner only when the request arrived is committed.',
    violates: 'The rights of a human on a principal end with the commit that removes the binding.',
    edits: [
      {
        file: 'src/api/http/request-pipeline.ts',
        find: 'await assertStillActing(',
        replace: 'if (tx.now.getTime() < 0) await assertStillActing(',
      },
    ],
    caughtBy: [{ file: 'test/spec/removed-owner.test.ts', id: 'removed-owner-acts' }],
  },
  {
    name: 'removed-owner-withdraws',
    breaks: 'Funds return to the wallet of a human who was an owner only when the request arrived.',
    violates: 'Only a current owner can return funds to a wallet.',
    edits: [
      {
        file: 'src/operations/commands/wallet.ts',
        find: 'await acceptAsOwner(',
        replace: 'if (tx.now.getTime() < 0) await acceptAsOwner(',
      },
    ],
    caughtBy: [{ file: 'test/spec/wallet.test.ts', id: 'removed-owner-wallet' }],
  },
  {
    name: 'removed-owner-gets-credential',
    breaks: 'A human who was an owner only when the request arrived gets a new credential of the principal.',
    violates: 'The rights of a human on a principal end with the commit that removes the binding.',
    edits: [
      {
        file: 'src/operations/commands/credential.ts',
        find: `await lockForConsole(context, principalId);
  await chargeDaily(context, principalId, 'changesPerDay');
  await lockAndAssertCanAddCredential`,
        replace: `await chargeDaily(context, principalId, 'changesPerDay');
  await lockAndAssertCanAddCredential`,
      },
    ],
    caughtBy: [{ file: 'test/spec/bindings.test.ts', id: 'removed-owner-mutations' }],
  },
  {
    name: 'last-owners-removed',
    breaks: 'Bindings are read without a lock on the principal, so two owners can remove each other at the same time.',
    violates: 'A principal keeps its last owner: the removal is refused with binding_state_conflict.',
    edits: [
      {
        file: 'src/operations/commands/owner.ts',
        find: 'await lockPrincipal(',
        replace: 'if (context.tx.now.getTime() < 0) await lockPrincipal(',
      },
    ],
    caughtBy: [{ file: 'test/spec/bindings.test.ts', id: 'last-owner-races' }],
  },
];
