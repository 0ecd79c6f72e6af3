import { Arg, Args, Ctx, Field, ID, ObjectType, Query, Resolver } from 'type-graphql';
import { keyOf } from '../../../domain/keys';
import { operatorActs } from '../../../database/repositories/operator-log';
import type { OperatorActRow } from '../../../database/entities/operator';
import { connection, ConnectionArgs, connectionType, type Connection } from './connection';
import { platformOnly, type Context } from '../execution/context';
import { graphqlNames } from '../execution/names';
import { Node } from './node';
import { JSONObjectScalar } from './scalars';

@ObjectType('OperatorAct', {
  implements: Node,
  description: 'What an operator did: one record an act, written with it, never changed.',
})
export class OperatorActView extends Node {
  constructor(private readonly row: OperatorActRow) {
    super(keyOf('act', row.actId));
  }

  @Field(() => ID, { description: 'The key, `act_…`.' })
  get actKey(): string {
    return this.id;
  }

  @Field(() => ID, { description: 'Who: the operator’s credential, `crd_…`.' })
  get credentialId(): string {
    return keyOf('crd', this.row.credentialId);
  }

  @Field(() => String, { description: 'What: the name of the mutation.' })
  get operation(): string {
    return this.row.operation;
  }

  @Field(() => ID, {
    description: 'On what: the key of a principal or trade, or the processor’s id of a session or event.',
  })
  get subjectKey(): string {
    return this.row.subjectKey;
  }

  @Field(() => JSONObjectScalar, { description: 'What the act could change, as it was.' })
  get before(): Record<string, unknown> {
    return graphqlNames(this.row.before);
  }

  @Field(() => JSONObjectScalar, { description: 'The same as the act left it.' })
  get after(): Record<string, unknown> {
    return graphqlNames(this.row.after);
  }

  @Field(() => ID, { description: 'The request it came with: `X-Request-Id` of its answer.' })
  get requestId(): string {
    return this.row.requestId;
  }

  @Field(() => Date, { description: 'When.' })
  get actedAt(): Date {
    return this.row.actedAt;
  }
}

const OperatorActConnection = connectionType('OperatorAct', () => OperatorActView);

@Resolver()
export class OperatorResolver {
  @Query(() => OperatorActConnection, {
    description: 'What operators did, newest first; append-only. Operators.',
  })
  async operatorLog(
    @Ctx() context: Context,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Arg('subjectKey', () => ID, { nullable: true, description: 'Only acts on this principal, trade or payment.' })
    subjectKey?: string | null,
  ): Promise<Connection<OperatorActView>> {
    platformOnly(context, 'operatorLog');
    const page = await operatorActs(context.db, subjectKey ?? undefined, args);
    return connection(page, (row) => new OperatorActView(row));
  }
}
