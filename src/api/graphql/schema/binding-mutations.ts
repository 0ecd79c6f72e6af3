import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import * as operations from '../../../operations/commands/binding';
import { BindingView } from './binding';
import { acting, scoped, type Context } from '../execution/context';
import { BindingRoleEnum } from './enums';

@InputType({ description: 'Binds a human to a principal, or changes what a bound one may do.' })
export class PutBindingInput {
  @Field(() => ID, { nullable: true, description: 'The principal; the console names it.' })
  principalKey?: string | null;

  @Field(() => String, {
    description: 'Who vouches for the human, as in X-Acting-Provider: visible ASCII, at most 255.',
  })
  provider: string;

  @Field(() => String, { description: 'The human, as in X-Acting-Subject: visible ASCII, at most 255.' })
  subject: string;

  @Field(() => BindingRoleEnum, { description: 'What the human may do from now on.' })
  role: 'owner' | 'viewer';
}

@InputType({ description: 'Ends a binding.' })
export class RemoveBindingInput {
  @Field(() => ID, { nullable: true, description: 'The principal; the console names it.' })
  principalKey?: string | null;

  @Field(() => ID, { description: 'The binding, `bnd_…`.' })
  bindingId: string;
}

@ObjectType({ description: 'What binding a human answers.' })
export class PutBindingPayload {
  @Field(() => BindingView, { description: 'The binding as it is now.' })
  binding: BindingView;
}

@ObjectType({ description: 'What ending a binding answers.' })
export class RemoveBindingPayload {
  @Field(() => BindingView, { description: 'The binding that is no more.' })
  binding: BindingView;
}

@Resolver()
export class BindingMutations {
  @Mutation(() => PutBindingPayload, {
    description:
      'Binds a human to the principal as owner or viewer, or changes the role; makes the human if nobody has heard of them. The last owner stays. Owners through the console.',
  })
  async putBinding(
    @Ctx() context: Context,
    @Arg('input', () => PutBindingInput, { description: 'Whom, and as what.' }) input: PutBindingInput,
  ): Promise<PutBindingPayload> {
    const principalId = scoped(context, 'putBinding', input.principalKey);
    return { binding: new BindingView(await operations.putBinding(acting(context), principalId, input)) };
  }

  @Mutation(() => RemoveBindingPayload, {
    description:
      'Ends a binding; one’s own too, as long as another owner is left. The last owner stays. Owners through the console.',
  })
  async removeBinding(
    @Ctx() context: Context,
    @Arg('input', () => RemoveBindingInput, { description: 'Which.' }) input: RemoveBindingInput,
  ): Promise<RemoveBindingPayload> {
    const principalId = scoped(context, 'removeBinding', input.principalKey);
    return { binding: new BindingView(await operations.removeBinding(acting(context), principalId, input.bindingId)) };
  }
}
