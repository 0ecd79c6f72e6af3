import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../execution/context';
import { findNode } from '../execution/find-node';
import { Node } from './node';
import { OperatorActView } from './operator';

@Resolver(() => OperatorActView)
export class OperatorActEdgesResolver {
  @FieldResolver(() => Node, {
    nullable: true,
    description: 'Principal, trade or purchase of the act. Null for an event of the payment processor.',
  })
  async subject(@Root() { subjectKey }: OperatorActView, @Ctx() context: Context): Promise<Node | null> {
    return findNode(context, subjectKey);
  }
}
