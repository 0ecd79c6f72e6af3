/**
 * What A2A says an AgentCard looks like, as data: AgentCard of 1.0 (`specification/a2a.proto`, ProtoJSON names; it has
 * `supportedInterfaces`) and of 0.3 (`specification/json/a2a.json`; it has `url` and `protocolVersion`).
 */

/** The type of a known member; `extra` members of an object are not known and stay as they came. */
export type Shape =
  | { readonly is: 'text' | 'flag' | 'object' }
  | { readonly is: 'list'; readonly of: Shape }
  /** `required` members are listed in `missing` when they are not there. */
  | { readonly is: 'members'; readonly known: Readonly<Record<string, Shape>>; readonly required: readonly string[] };

const text: Shape = { is: 'text' };
const flag: Shape = { is: 'flag' };
const object: Shape = { is: 'object' };
const list = (of: Shape): Shape => ({ is: 'list', of });
const members = (known: Readonly<Record<string, Shape>>, required: readonly string[] = []): Shape => ({
  is: 'members',
  known,
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
