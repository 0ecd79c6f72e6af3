import { Args, Ctx, Field, FieldResolver, ID, ObjectType, Resolver, Root } from 'type-graphql';
import { keyOf } from '../../../domain/keys';
import { type Posting, postingPage } from '../../../operations/queries/postings';
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
    return connection(await postingPage(db, row.principalId, args), (posting) => new PostingView(posting));
  }
}
