import { Field, ID, InputType } from 'type-graphql';

/** Input of a mutation that agents and the console may call. */
@InputType()
export abstract class AgentOrConsoleInput {
  @Field(() => ID, {
    nullable: true,
    description: 'Key of the principal. Optional for agents: default is their own principal.',
  })
  principalKey?: string | null;
}

/** Input of a mutation that only the console may call. */
@InputType()
export abstract class ConsoleInput {
  @Field(() => ID, { nullable: true, description: 'Key of the principal. The console must name it.' })
  principalKey?: string | null;
}
