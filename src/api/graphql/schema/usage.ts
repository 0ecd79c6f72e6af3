import { Field, Int, ObjectType } from 'type-graphql';
import type { Usage } from '../../../operations/queries/usage';
import { StampsScalar } from './scalars';

@ObjectType('PrincipalUsage', { description: 'Use of the limits and quotas in the economic anchor of a principal.' })
export class PrincipalUsageView implements Omit<Usage, 'principalId'> {
  @Field(() => StampsScalar, { description: 'Stamps spent for escrow and fees in the present UTC day.' })
  readonly spentTodayStamps: bigint;

  @Field(() => Int, {
    description: 'Number of open trades of the principal, without proposals that have no trade yet.',
  })
  readonly openTradeCount: number;

  @Field(() => StampsScalar, { description: 'Bond in stamps that open trades have reserved.' })
  readonly openBondStamps: bigint;

  @Field(() => Int, { description: 'Number of agents.' })
  readonly agentCount: number;

  @Field(() => Int, { description: 'Bytes of the cards of all agents.' })
  readonly cardBytes: number;

  @Field(() => Int, { description: 'Number of live credentials.' })
  readonly credentialCount: number;

  @Field(() => Int, { description: 'Number of bindings.' })
  readonly bindingCount: number;

  @Field(() => Int, { description: 'Match runs in the present UTC day.' })
  readonly matchRunsToday: number;

  @Field(() => Int, { description: 'Calls in the present UTC day that count for `changesPerDay`.' })
  readonly changesToday: number;

  @Field(() => Int, { description: 'Bytes of answers stored in the last 72 hours, up to a minute ago.' })
  readonly keptAnswerBytes: number;

  @Field(() => Date, { description: 'End of the present UTC day, when daily counts begin again.' })
  readonly resetsAt: Date;
}
