/** The inputs of a card. */
export interface CardInputs {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly tags: string;
}

export const emptyCard: CardInputs = { name: '', description: '', version: '1.0.0', tags: '' };

/** Writes an A2A card with one skill. Agents that trade only here need no address of their own. */
export function cardOf(
  { name, description, version, tags }: CardInputs,
  notificationUrl: string,
): Record<string, unknown> {
  const words = tags
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
  return {
    name,
    description,
    version,
    capabilities: { streaming: false, pushNotifications: notificationUrl !== '' },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 'main', name, description, tags: words.length > 0 ? words : ['trade'] }],
  };
}
