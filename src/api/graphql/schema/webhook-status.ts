import { Field, ObjectType } from 'type-graphql';
import {
  noWebhooksNextSteps,
  noWebhooksReason,
  type NoWebhooksReason,
  type WebhookData,
} from '../../../domain/parties/webhook-status';
import { NoWebhooksReasonEnum } from './enums';

@ObjectType('WebhookStatus', { description: 'Whether the service sends webhooks to an agent, and why not.' })
export class WebhookStatusView {
  constructor(private readonly agent: WebhookData) {}

  @Field(() => Boolean, { description: 'Whether new events of the chosen types go to the notification URL.' })
  get isActive(): boolean {
    return this.reason === null;
  }

  @Field(() => NoWebhooksReasonEnum, {
    nullable: true,
    description: 'Reason why no webhook is sent. Null: they are sent.',
  })
  get reason(): NoWebhooksReason | null {
    return noWebhooksReason(this.agent);
  }

  @Field(() => String, { nullable: true, description: 'The next step, as an English text. Null: webhooks are sent.' })
  get nextStep(): string | null {
    return this.reason && noWebhooksNextSteps[this.reason];
  }
}
