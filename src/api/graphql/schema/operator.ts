import { Arg, Args, Ctx, Field, ID, ObjectType, Query, Resolver } from 'type-graphql';
import { keyOf } from '../../../domain/keys';
import { isIdText } from '../../../domain/validator';
import { operatorActs, operatorActsOfSubject } from '../../../operations/queries/lists';
import type { OperatorActRow } from '../../../operations/queries/operator-log';
import { ConnectionArgs, connectionType, platformConnection, type Connection } from './connection';
import { platformOnly, type Context } from '../execution/context';
import { graphqlNames } from '../execution/names';
import { OperatorOperationEnum } from './closed-sets';
import { Node } from './node';
import { JSONObjectScalar } from './scalars';

@ObjectType('OperatorAct', {
  implements: Node,
  description: 'An act of an operator. Its record is written in the same transaction and never changed.',
})
export class OperatorActView extends Node {
  constructor(private readonly row: OperatorActRow) {
    super(keyOf('act', row.actId));
  }

  @Field(() => ID, { description: 'Key of the act, `act_…`.' })
  get actKey(): string {
    return this.id;
  }

  @Field(() => ID, { description: 'Key of the operator’s credential, `crd_…`.' })
  get credentialId(): string {
    return keyOf('crd', this.row.credentialId);
  }

  @Field(() => OperatorOperationEnum, { description: 'Mutation of the act.' })
  get operation(): string {
    return this.row.operation;
  }

  @Field(() => ID, {
    description:
      'Key of the principal or trade, the processor’s id of the session or event, or the version of the policy.',
  })
  get subjectKey(): string {
    return this.row.subjectKey;
  }

  @Field(() => JSONObjectScalar, { description: 'State of the subject before the act.' })
  get before(): Record<string, unknown> {
    return graphqlNames(this.row.before);
  }

  @Field(() => JSONObjectScalar, { description: 'State of the subject after the act.' })
  get after(): Record<string, unknown> {
    return graphqlNames(this.row.after);
  }

  @Field(() => ID, { description: 'Id of the request, as in `X-Request-Id` of its response.' })
  get requestId(): string {
    return this.row.requestId;
  }

  @Field(() => Date, { description: 'Time of the act.' })
  get actedAt(): Date {
    return this.row.actedAt;
  }
}

const OperatorActConnection = connectionType('OperatorAct', () => OperatorActView);

@Resolver()
export class OperatorResolver {
  @Query(() => OperatorActConnection, {
    description: 'Append-only log of operators’ acts, newest first. Only operators may read it.',
  })
  async operatorLog(
    @Ctx() context: Context,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Arg('subjectKey', () => ID, {
      nullable: true,
      description: 'Return only acts on this principal, trade, payment or policy version.',
    })
    subjectKey?: string | null,
  ): Promise<Connection<OperatorActView>> {
    platformOnly(context, 'operatorLog');
    const list = subjectKey == null ? operatorActs : operatorActsOfSubject(isIdText(subjectKey) ? subjectKey : '');
    return platformConnection(context, list, args, (row: OperatorActRow) => new OperatorActView(row));
  }
}
