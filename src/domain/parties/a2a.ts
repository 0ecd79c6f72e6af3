/** The type of a value in an AgentCard. Members that A2A does not define are kept unchanged. */
export type Shape =
  | { readonly is: 'text' | 'flag' | 'object' }
  | { readonly is: 'list'; readonly of: Shape }
  /** An absent `required` member is listed in `missing`. */
  | { readonly is: 'members'; readonly members: Readonly<Record<string, Shape>>; readonly required: readonly string[] };

const text: Shape = { is: 'text' };
const flag: Shape = { is: 'flag' };
const object: Shape = { is: 'object' };
const list = (of: Shape): Shape => ({ is: 'list', of });
const members = (shapes: Readonly<Record<string, Shape>>, required: readonly string[] = []): Shape => ({
  is: 'members',
  members: shapes,
  required,
});

const texts = list(text);

const capabilities = {
  streaming: flag,
  pushNotifications: flag,
  extensions: list(members({ uri: text, description: text, required: flag, params: object })),
};

const skill = {
  id: text,
  name: text,
  description: text,
  tags: texts,
  examples: texts,
  inputModes: texts,
  outputModes: texts,
};
const skillRequires = ['id', 'name', 'description', 'tags'];

const common = {
  name: text,
  description: text,
  version: text,
  documentationUrl: text,
  iconUrl: text,
  provider: members({ organization: text, url: text }, ['organization', 'url']),
  securitySchemes: object,
  defaultInputModes: texts,
  defaultOutputModes: texts,
  signatures: list(members({ protected: text, signature: text, header: object }, ['protected', 'signature'])),
};
const commonRequires = [
  'name',
  'description',
  'version',
  'capabilities',
  'defaultInputModes',
  'defaultOutputModes',
  'skills',
];

export type A2aVersion = '1.0' | '0.3';

/**
 * The AgentCard of each A2A version.
 *
 * Version 1.0 is `specification/a2a.proto` with ProtoJSON names. Version 0.3 is `specification/json/a2a.json`.
 */
export const agentCard: Readonly<Record<A2aVersion, Shape>> = {
  '1.0': members(
    {
      ...common,
      capabilities: members({ ...capabilities, extendedAgentCard: flag }),
      supportedInterfaces: list(
        members({ url: text, protocolBinding: text, tenant: text, protocolVersion: text }, [
          'url',
          'protocolBinding',
          'protocolVersion',
        ]),
      ),
      securityRequirements: list(members({ schemes: object })),
      skills: list(members({ ...skill, securityRequirements: list(members({ schemes: object })) }, skillRequires)),
    },
    [...commonRequires, 'supportedInterfaces'],
  ),
  '0.3': members(
    {
      ...common,
      url: text,
      protocolVersion: text,
      preferredTransport: text,
      additionalInterfaces: list(members({ url: text, transport: text }, ['url', 'transport'])),
      supportsAuthenticatedExtendedCard: flag,
      security: list(object),
      capabilities: members({ ...capabilities, stateTransitionHistory: flag }),
      skills: list(members({ ...skill, security: list(object) }, skillRequires)),
    },
    [...commonRequires, 'url', 'protocolVersion'],
  ),
};
