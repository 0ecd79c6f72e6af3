/** Why an agent gets no webhooks. */
export type NoWebhooksReason = 'no_url' | 'capability_missing' | 'disabled' | 'no_event_types';

export interface WebhookData {
  readonly pushNotifications: boolean;
  readonly notificationUrl: string | null;
  readonly notificationsDisabledAt: Date | null;
  readonly eventTypes: readonly string[];
}

/** The first reason why new events go to no webhook of the agent. Null: they go. */
export function noWebhooksReason(agent: WebhookData): NoWebhooksReason | null {
  if (agent.notificationUrl === null) return 'no_url';
  if (!agent.pushNotifications) return 'capability_missing';
  if (agent.notificationsDisabledAt !== null) return 'disabled';
  return agent.eventTypes.length === 0 ? 'no_event_types' : null;
}

/** The next step that makes the agent get webhooks. */
export const noWebhooksNextSteps: Readonly<Record<NoWebhooksReason, string>> = {
  no_url: 'The agent has no notification URL. Give it one, and a card with `capabilities.pushNotifications: true`.',
  capability_missing:
    'The card of the agent does not have `capabilities.pushNotifications: true`. Replace the card with one that has it.',
  disabled: 'The URL failed too long or answered 410. Repair the receiver, then set the notification URL again.',
  no_event_types: 'The agent has chosen no event types. Set its event types.',
};
