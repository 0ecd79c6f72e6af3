import { Arg, Ctx, Field, ID, InputType, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { FaultKind, InjectedFault } from '../../../operations/sandbox';
import { requireMutation, requireSandbox, type Context } from '../execution/context';
import { FaultKindEnum } from './closed-sets';

@InputType({ description: 'Injects a fault into a sandbox.' })
export class InjectFaultInput {
  @Field(() => FaultKindEnum, { description: 'Kind of the fault.' })
  kind: FaultKind;

  @Field(() => Int, { description: 'Number of times that it happens, 1 to 100.' })
  count: number;

  @Field(() => ID, {
    nullable: true,
    description:
      'Principal whose requests and webhooks fail. Default: that of the agent. Null by other callers: all principals.',
  })
  principalKey?: string | null;
}

@ObjectType('InjectedFault', { description: 'A fault that a sandbox injects.' })
export class InjectedFaultView implements InjectedFault {
  @Field(() => FaultKindEnum, { description: 'Kind of the fault.' })
  kind: FaultKind;

  @Field(() => Int, { description: 'Number of times that it happens.' })
  count: number;

  @Field(() => ID, { nullable: true, description: 'Principal whose requests and webhooks fail. Null: all principals.' })
  principalKey: string | null;
}

@ObjectType({ description: 'Payload of the mutation `injectFault`.' })
export class InjectFaultPayload {
  @Field(() => InjectedFaultView, { description: 'The injected fault.' })
  fault: InjectedFaultView;
}

@Resolver()
export class SandboxFaultResolver {
  @Mutation(() => InjectFaultPayload, {
    description:
      'Injects a fault into a sandbox, to see that a client survives it. Operations of the sandbox itself have no faults.',
  })
  async injectFault(
    @Ctx() context: Context,
    @Arg('input', () => InjectFaultInput, { description: 'Input of the mutation.' }) input: InjectFaultInput,
  ): Promise<InjectFaultPayload> {
    return { fault: await requireSandbox(context).injectFault(requireMutation(context), input) };
  }
}
