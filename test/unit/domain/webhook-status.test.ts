import { noWebhooksReason } from '../../../src/domain/parties/webhook-status';

const active = {
  pushNotifications: true,
  notificationUrl: 'https://agent.example/hook',
  notificationsDisabledAt: null,
  eventTypes: ['trade.completed'],
};

// @spec A33
test.each([
  [{}, null],
  [{ notificationUrl: null, pushNotifications: false }, 'no_url'],
  [{ pushNotifications: false }, 'capability_missing'],
  [{ notificationsDisabledAt: new Date() }, 'disabled'],
  [{ eventTypes: [] }, 'no_event_types'],
])('an agent with %j has the reason %s', (data, reason) => {
  expect(noWebhooksReason({ ...active, ...data })).toBe(reason);
});
