import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import * as operations from '../../../operations/commands/binding';
import { BindingView } from './binding';
import { requireMutation, authorize, type Context } from '../execution/context';
import { BindingRoleEnum } from './enums';
import { ConsoleInput } from './principal-input';

@InputType({ description: 'Binds a human to a principal, or changes the role.' })
export class PutBindingInput extends ConsoleInput {
  @Field(() => String, {
    description: 'Identity provider, as in `X-Acting-Provider`. Visible ASCII, at most 255 characters.',
  })
  provider: string;

  @Field(() => String, {
    description: 'Subject of the human, as in `X-Acting-Subject`. Visible ASCII, at most 255 characters.',
  })
  subject: string;

  @Field(() => BindingRoleEnum, { description: 'New role of the human.' })
  role: 'owner' | 'viewer';
}

@InputType({ description: 'Removes a binding.' })
export class RemoveBindingInput extends ConsoleInput {
  @Field(() => ID, { description: 'Key of the binding, `bnd_…`.' })
  bindingId: string;
}

@ObjectType({ description: 'Payload of the mutation `putBinding`.' })
export class PutBindingPayload {
  @Field(() => BindingView, { description: 'The binding after the change.' })
  binding: BindingView;
}

@ObjectType({ description: 'Payload of the mutation `removeBinding`.' })
export class RemoveBindingPayload {
  @Field(() => BindingView, { description: 'The removed binding.' })
  binding: BindingView;
}

@Resolver()
export class BindingMutations {
  @Mutation(() => PutBindingPayload, {
    description:
      'Binds a human to the principal as owner or viewer, or changes the role. Creates unknown humans. The human has the role at once, and accepts it by its first call that only an owner may make. The last owner cannot be demoted. Only owners may call it, through the console.',
  })
  async putBinding(
    @Ctx() context: Context,
    @Arg('input', () => PutBindingInput, { description: 'Input of the mutation.' }) input: PutBindingInput,
  ): Promise<PutBindingPayload> {
    const principalId = authorize(context, 'putBinding', input.principalKey);
    return { binding: new BindingView(await operations.putBinding(requireMutation(context), principalId, input)) };
  }

  @Mutation(() => RemoveBindingPayload, {
    description:
      'Removes a binding, which may be the caller’s own. The last owner cannot be removed. Only owners may call it, through the console.',
  })
  async removeBinding(
    @Ctx() context: Context,
    @Arg('input', () => RemoveBindingInput, { description: 'Input of the mutation.' }) input: RemoveBindingInput,
  ): Promise<RemoveBindingPayload> {
    const principalId = authorize(context, 'removeBinding', input.principalKey);
    return {
      binding: new BindingView(await operations.removeBinding(requireMutation(context), principalId, input.bindingId)),
    };
  }
}
