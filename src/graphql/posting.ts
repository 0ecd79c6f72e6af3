import { Args, Ctx, Field, FieldResolver, ID, ObjectType, Resolver, Root } from 'type-graphql';
import { invalid } from '../domain/errors';
import { keyOf } from '../domain/keys';
import { cursorOf, pageLimits, pageOf, readPageArgs } from '../store/pages';
import { type Posting, postingsOf } from '../store/postings';
import { connection, ConnectionArgs, connectionType, type Connection } from './connection';
import type { Context } from './context';
import { LedgerAccountKindEnum, TransferKindEnum } from './enums';
import { Node } from './node';
import { PrincipalView } from './principal';
import { SignedStampsScalar, StampsScalar } from './scalars';

@ObjectType('Posting', { implements: Node, description: 'One change of one of a principal’s own balances.' })
export class PostingView extends Node {
  constructor(readonly row: Posting) {
    super(keyOf('pst', row.postingId));
  }

  @Field(() => ID, { description: 'The key, `pst_…`.' })
  get postingKey(): string {
    return this.id;
  }

  @Field(() => ID, { description: 'The transfer it is part of, `xfr_…`.' })
  get transferKey(): string {
    return keyOf('xfr', this.row.journalId);
  }

  @Field(() => LedgerAccountKindEnum, { description: 'Which balance.' })
  get account(): Posting['account'] {
    return this.row.account;
  }

  @Field(() => TransferKindEnum, { description: 'Why.' })
  get kind(): Posting['kind'] {
    return this.row.kind;
  }

  @Field(() => SignedStampsScalar, { description: 'By how much; less than zero when stamps left.' })
  get amountStamps(): bigint {
    return this.row.amountStamps;
  }

  @Field(() => StampsScalar, { description: 'The balance afterwards.' })
  get balanceAfterStamps(): bigint {
    return this.row.balanceAfterStamps;
  }

  @Field(() => ID, { nullable: true, description: 'The trade it belongs to.' })
  get tradeKey(): string | null {
    return this.row.tradeId === null ? null : keyOf('trd', this.row.tradeId);
  }

  @Field(() => Date, { description: 'When.' })
  get createdAt(): Date {
    return this.row.createdAt;
  }
}

const PostingConnection = connectionType('Posting', () => PostingView);

@Resolver(() => PrincipalView)
export class PrincipalPostingsResolver {
  @FieldResolver(() => PostingConnection, { description: 'What changed its balances, newest first.' })
  async postings(
    @Root() { row }: PrincipalView,
    @Ctx() { db }: Context,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
  ): Promise<Connection<PostingView>> {
    if (args.after != null && args.before != null) {
      throw invalid([{ pointer: '/before', detail: 'cannot be combined with after in this list' }]);
    }
    const request = readPageArgs(args, 'uuid', pageLimits);
    const { size, backward, after, before } = request;
    const from = after ?? before;
    const found = await postingsOf(db, {
      principalId: row.principalId,
      limit: size + 1,
      backward,
      ...(from && { from }),
    });
    if (backward) found.reverse();
    const rows = found.map((posting) => ({ cursor: cursorOf(posting.postingId), row: posting }));
    return connection(pageOf(rows, request), (posting) => new PostingView(posting));
  }
}
