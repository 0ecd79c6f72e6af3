import { Field, Int, ObjectType } from 'type-graphql';
import { nextMidnight } from '../../../domain/time';
import type { Usage } from '../../../operations/queries/usage';
import { StampsScalar } from './scalars';

@ObjectType('PrincipalUsage', { description: 'Use of the limits and quotas in the economic anchor of a principal.' })
export class PrincipalUsageView {
  constructor(
    private readonly usage: Usage,
    private readonly now: Date,
  ) {}

  @Field(() => StampsScalar, { description: 'Stamps spent for escrow and fees in the present UTC day.' })
  get spentTodayStamps(): bigint {
    return this.usage.spentTodayStamps;
  }

  @Field(() => Int, { description: 'Number of open trades.' })
  get openTradeCount(): number {
    return this.usage.openTradeCount;
  }

  @Field(() => StampsScalar, { description: 'Bond in stamps that open trades have reserved.' })
  get openBondStamps(): bigint {
    return this.usage.openBondStamps;
  }

  @Field(() => Int, { description: 'Number of agents.' })
  get agentCount(): number {
    return this.usage.agentCount;
  }

  @Field(() => Int, { description: 'Bytes of the cards of all agents.' })
  get cardBytes(): number {
    return this.usage.cardBytes;
  }

  @Field(() => Int, { description: 'Number of live credentials.' })
  get credentialCount(): number {
    return this.usage.credentialCount;
  }

  @Field(() => Int, { description: 'Number of bindings.' })
  get bindingCount(): number {
    return this.usage.bindingCount;
  }

  @Field(() => Int, { description: 'Match runs in the present UTC day.' })
  get matchRunsToday(): number {
    return this.usage.matchRunsToday;
  }

  @Field(() => Int, { description: 'Calls in the present UTC day that count for `changesPerDay`.' })
  get changesToday(): number {
    return this.usage.changesToday;
  }

  @Field(() => Int, { description: 'Bytes of answers kept in the last 72 hours, up to a minute ago.' })
  get keptAnswerBytes(): number {
    return this.usage.keptAnswerBytes;
  }

  @Field(() => Date, { description: 'End of the present UTC day, when daily counts begin again.' })
  get resetsAt(): Date {
    return nextMidnight(this.now);
  }
}
