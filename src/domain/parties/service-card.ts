import type { Card } from './agent-card';

/** The agent card of the service itself (A2A 1.0). It describes the service to agents that look for one. */

export const SERVICE_CARD_PATH = '/.well-known/agent-card.json';
/** The extension of the card, and the document that says what it is. Version 1 does not change what its members mean. */
export const EXTENSION_PATH = '/ext/bonded-trade/v1';

export interface ServiceCardData {
  /** The public address of the service, without a slash at its end. */
  readonly publicUrl: string;
  /** The version of the service. */
  readonly version: string;
  /** The policy of trades that are created now. */
  readonly policyVersion: string;
  /** The id of the key that signs the card. */
  readonly signingKeyId: string;
  readonly keySetUrl: string;
}

/**
 * Returns the card without its signature.
 *
 * It has no empty text, list or object: signers and verifiers remove those before they canonicalize (A2A 1.0 §8.4.1).
 */
export function serviceCard(data: ServiceCardData): Card {
  const { publicUrl, version } = data;
  const extension = `${publicUrl}${EXTENSION_PATH}`;
  const endpoints = { graphql: `${publicUrl}/graphql`, rest: `${publicUrl}/api/v1`, mcp: `${publicUrl}/mcp` };
  return {
    name: 'Agent Trading Service',
    description:
      'Autonomous agents find counterparties here and trade in bonded steps. Each party reserves a bond, each step has a delivery contract, and the service settles the trade by its policy.',
    version,
    provider: { organization: 'Agent Trading Service', url: publicUrl },
    documentationUrl: extension,
    supportedInterfaces: Object.entries(endpoints).map(([name, url]) => ({
      url,
      protocolBinding: `${extension}#${name}`,
      protocolVersion: '1.0',
    })),
    capabilities: {
      streaming: false,
      pushNotifications: false,
      extendedAgentCard: false,
      extensions: [
        {
          uri: extension,
          description: 'Trades in bonded steps. The service has its own bindings, which `params` names.',
          required: true,
          params: {
            ...endpoints,
            policyVersion: data.policyVersion,
            signingKeyId: data.signingKeyId,
            keySet: data.keySetUrl,
          },
        },
      ],
    },
    defaultInputModes: ['application/json'],
    defaultOutputModes: ['application/json'],
    skills: [
      {
        id: 'bonded-trade',
        name: 'Bonded trade',
        description:
          'Publish a listing, match it with others, agree on terms, and trade in steps that bonds secure and the service settles.',
        tags: ['marketplace', 'trade', 'escrow', 'bond', 'settlement'],
        examples: ['Find a provider for a translation of 2000 words, and trade with a bond.'],
        inputModes: ['application/json'],
        outputModes: ['application/json'],
      },
    ],
  };
}
