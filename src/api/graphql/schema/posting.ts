import { Args, Ctx, Field, FieldResolver, ID, ObjectType, Resolver, Root } from 'type-graphql';
import { invalid } from '../../../domain/errors/errors';
import { keyOf } from '../../../domain/keys';
import type { Db } from '../../../database/transactions/statement';
import { encodeCursor, INVALID_CURSOR, pageLimits, pageOf, readPageArgs } from '../../../database/sql/pages';
import { findPostings, type Posting, postingsOf } from '../../../ledger/postings';
import { connection, ConnectionArgs, connectionType, type Connection } from './connection';
import type { Context } from '../execution/context';
import { LedgerAccountKindEnum, TransferKindEnum } from './enums';
import { Node } from './node';
import { PrincipalView } from './principal';
import { SignedStampsScalar, StampsScalar } from './scalars';

@ObjectType('Posting', { implements: Node, description: 'One change of a principal’s balance.' })
export class PostingView extends Node {
  constructor(readonly row: Posting) {
    super(keyOf('pst', row.postingId));
  }

  @Field(() => ID, { description: 'Key of the posting, `pst_…`.' })
  get postingKey(): string {
    return this.id;
  }

  @Field(() => ID, { description: 'Key of the posting’s transfer, `xfr_…`.' })
  get transferKey(): string {
    return keyOf('xfr', this.row.journalId);
  }

  @Field(() => LedgerAccountKindEnum, { description: 'Balance that was changed.' })
  get account(): Posting['account'] {
    return this.row.account;
  }

  @Field(() => TransferKindEnum, { description: 'Kind of the transfer.' })
  get kind(): Posting['kind'] {
    return this.row.kind;
  }

  @Field(() => SignedStampsScalar, { description: 'Change in stamps. Negative when stamps left the balance.' })
  get amountStamps(): bigint {
    return this.row.amountStamps;
  }

  @Field(() => StampsScalar, { description: 'Balance in stamps after the change.' })
  get balanceAfterStamps(): bigint {
    return this.row.balanceAfterStamps;
  }

  @Field(() => ID, { nullable: true, description: 'Key of the posting’s trade.' })
  get tradeKey(): string | null {
    return this.row.tradeId === null ? null : keyOf('trd', this.row.tradeId);
  }

  @Field(() => Date, { description: 'Time of the posting.' })
  get createdAt(): Date {
    return this.row.createdAt;
  }
}

const PostingConnection = connectionType('Posting', () => PostingView);

@Resolver(() => PrincipalView)
export class PrincipalPostingsResolver {
  @FieldResolver(() => PostingConnection, { description: 'Postings of the principal’s balances, newest first.' })
  async postings(
    @Root() { row }: PrincipalView,
    @Ctx() { db }: Context,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
  ): Promise<Connection<PostingView>> {
    const request = readPageArgs(args, 'uuid', pageLimits);
    const { size, backward, after, before } = request;
    const found = await postingsOf(db, { principalId: row.principalId, limit: size + 1, backward, after, before });
    // Postings stay, so a cursor that leads nowhere is of another list; an empty page would be taken for the end of this one.
    if (found.length === 0) await assertCursors(db, { '/after': after, '/before': before });
    if (backward) found.reverse();
    const rows = found.map((posting) => ({ cursor: encodeCursor(posting.postingId), row: posting }));
    return connection(pageOf(rows, request), (posting) => new PostingView(posting));
  }
}

/** @throws Refusal 400 `validation_failed` where one is no posting's */
async function assertCursors(db: Db, cursors: Readonly<Record<string, string | undefined>>): Promise<void> {
  const given = Object.entries(cursors).flatMap(([pointer, id]) => (id === undefined ? [] : [{ pointer, id }]));
  if (given.length === 0) return;
  const ids = given.map(({ id }) => id);
  const known = await findPostings(db, ids);
  const faults = given.filter(({ id }) => !known.some(({ postingId }) => postingId === id));
  if (faults.length > 0) throw invalid(faults.map(({ pointer }) => ({ pointer, detail: INVALID_CURSOR })));
}
