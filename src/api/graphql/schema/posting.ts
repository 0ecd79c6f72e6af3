import { Args, ArgsType, Ctx, Field, FieldResolver, ID, ObjectType, Resolver, Root } from 'type-graphql';
import { keyOf } from '../../../domain/keys';
import type { List } from '../../../operations/queries/lists';
import { assertPostingCursors, type Posting, postings } from '../../../operations/queries/postings';
import { ConnectionArgs, connectionType, listConnection, type Connection } from './connection';
import type { Context } from '../execution/context';
import { LedgerAccountKindEnum, TransferKindEnum } from './enums';
import { PostingFilter } from './filters';
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

  @Field(() => LedgerAccountKindEnum, {
    nullable: true,
    description: 'Balance on the other side. Null if it belongs to the platform.',
  })
  get counterpartyKind(): Posting['counterpartyKind'] {
    return this.row.counterpartyKind;
  }

  @Field(() => Date, { description: 'Time of the posting.' })
  get createdAt(): Date {
    return this.row.createdAt;
  }
}

export const PostingConnection = connectionType('Posting', () => PostingView);

@ArgsType()
export class PostingsArgs extends ConnectionArgs {
  @Field(() => PostingFilter, { nullable: true, description: 'Return only these postings.' })
  filter?: PostingFilter | null;
}

/** Reads a page of postings. @throws Refusal 400 `validation_failed` for a cursor of no posting */
export async function postingConnection(
  context: Context,
  list: List,
  owner: string,
  args: PostingsArgs,
): Promise<Connection<PostingView>> {
  const page = await listConnection(context, list, owner, args, (posting: Posting) => new PostingView(posting));
  if (page.nodes.length === 0) await assertPostingCursors(context.db, args);
  return page;
}

@Resolver(() => PrincipalView)
export class PrincipalPostingsResolver {
  @FieldResolver(() => PostingConnection, { description: 'Postings of the principal’s balances, newest first.' })
  async postings(
    @Root() { row }: PrincipalView,
    @Ctx() context: Context,
    @Args(() => PostingsArgs) args: PostingsArgs,
  ): Promise<Connection<PostingView>> {
    return postingConnection(context, postings, row.principalId, args);
  }
}
