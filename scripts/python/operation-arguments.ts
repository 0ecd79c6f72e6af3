import {
  getNamedType,
  type GraphQLInputField,
  type GraphQLSchema,
  type GraphQLType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  print,
  typeFromAST,
} from 'graphql';
import { descriptionsOf } from '../page-limits';
import { pythonName } from './text';
import { typeOf } from './types';

/** Members of a variable that have an argument of their own, such as `states` of `filter`. */
export type Nested = 'filter' | 'orderBy';

/** An argument of a function of the Python package. */
export interface Argument {
  /** Its name in Python. */
  readonly name: string;
  readonly description: string;
  readonly type: string;
  /** The default in Python, or undefined if the caller must pass it. */
  readonly fallback: string | undefined;
  readonly isPositional: boolean;
  /** Whether the service distinguishes null from a member that is left out. */
  readonly sendsNull: boolean;
  /** The member of the client that has the value if the caller passes none. */
  readonly ofClient: 'principal_key' | 'agent_id' | undefined;
  /** The service needs it, so the call fails without a value of the client. */
  readonly isNeeded: boolean;
  readonly nested: Nested | undefined;
  /** Its name in the variable, if it is another one. */
  readonly member: string;
}

/** More than this number of required arguments are easier to read as keywords. */
const MAX_POSITIONAL = 2;

/** Values that a caller may leave out although the schema needs them: most trades have one step. */
const DEFAULTS: Readonly<Record<string, string>> = { stepNo: '1', seed: '1' };

/** Inputs in which null resets a member, and a member that is left out does not change. */
const INPUTS_WITH_NULL: ReadonlySet<string> = new Set(['UpdateListingInput']);

/** Members that may be left out in the schema, but are what the call is about. */
const POSITIONAL_MEMBERS: ReadonlySet<string> = new Set([
  'ActivateTradeInput.tradeKey',
  'CreateTradeInput.proposalKey',
]);

/** A member that must be named, because leaving it out would remove the value. */
const NAMED_NULL = 'UpdateAgentNotificationUrlInput.notificationUrl';

/** Members that the schema needs and that a client can have. Every optional `principalKey` has a default there, too. */
const OF_CLIENT: Readonly<Record<string, Argument['ofClient']>> = {
  'GrantTicketsInput.principalKey': 'principal_key',
  'PublishListingInput.agentId': 'agent_id',
};

interface Place {
  readonly owner: string;
  readonly nested: Nested | undefined;
}

/** A variable, or a member of an input. */
interface Member extends Pick<GraphQLInputField, 'name' | 'description'> {
  readonly type: GraphQLType;
  readonly defaultValue?: unknown;
}

/** Returns the arguments of an operation, the required ones first. */
export function argumentsOf(node: OperationDefinitionNode, schema: GraphQLSchema): Argument[] {
  const described = descriptionsOf(node, schema);
  const all = (node.variableDefinitions ?? []).flatMap(({ variable, type, defaultValue }) => {
    const name = variable.name.value;
    const declared = typeFromAST(schema, type);
    if (!declared) throw new Error(`the schema has no type ${print(type)}`);
    const named = getNamedType(declared);
    if (isInputObjectType(named) && (name === 'input' || name === 'filter' || name === 'orderBy')) {
      const nested = name === 'input' ? undefined : name;
      return Object.values(named.getFields()).map((member) => argumentOf(member, { owner: named.name, nested }));
    }
    const member = { name, type: declared, defaultValue, description: described.get(name) ?? '' };
    return [argumentOf(member, { owner: '', nested: undefined })];
  });
  // A list has some members both as variables and in its filter.
  const unique = [...new Map(all.toReversed().map((one) => [one.name, one])).values()].toReversed();
  // The package sends the key of a mutation as a header.
  return ordered(unique.filter(({ member }) => member !== 'idempotencyKey'));
}

function argumentOf({ name, type, defaultValue, description }: Member, { owner, nested }: Place): Argument {
  const path = `${owner}.${name}`;
  const isRequired = isNonNullType(type) && defaultValue === undefined && DEFAULTS[name] === undefined;
  const isOwnPrincipal = name === 'principalKey' && !isNonNullType(type) && nested === undefined;
  const ofClient = isOwnPrincipal ? 'principal_key' : OF_CLIENT[path];
  const withNull = INPUTS_WITH_NULL.has(owner) && !isNonNullType(type) && ofClient === undefined;
  const isNamedNull = path === NAMED_NULL;
  const isOptional = (!isRequired && !isNamedNull) || ofClient !== undefined;
  return {
    ...pythonMember(name, nested),
    description: ofClient === undefined ? (description ?? '').replace(NULL_REFUSED, '') : CLIENT_DEFAULTS[ofClient],
    type: argumentType(type, {
      isOptional,
      hasDefault: DEFAULTS[name] !== undefined,
      withNull,
      isNullRefused: NULL_REFUSED.test(description ?? ''),
    }),
    fallback: isOptional ? (DEFAULTS[name] ?? (withNull ? 'UNSET' : 'None')) : undefined,
    isPositional: POSITIONAL_MEMBERS.has(path) || isNamedNull || (!isOptional && isKey(type)),
    sendsNull: withNull || isNamedNull,
    ofClient,
    isNeeded: isNonNullType(type),
    nested,
  };
}

/** Here the types say it, or None leaves the member out. */
const NULL_REFUSED = / Null is refused\.$/;

const CLIENT_DEFAULTS = {
  principal_key: 'Key of the principal. Default: the one of the client.',
  agent_id: 'Id of the agent. Default: the one of the client.',
};

/** An order has two arguments: the value, as `order_by`, and the direction. */
function pythonMember(name: string, nested: Nested | undefined): Pick<Argument, 'name' | 'member'> {
  const isOrder = nested === 'orderBy' && name === 'field';
  return { name: isOrder ? 'order_by' : pythonName(name), member: name };
}

function isKey(type: GraphQLType): boolean {
  return !isListType(isNonNullType(type) ? type.ofType : type) && getNamedType(type).name === 'ID';
}

interface Form {
  readonly isOptional: boolean;
  readonly hasDefault: boolean;
  readonly withNull: boolean;
  readonly isNullRefused: boolean;
}

function argumentType(type: GraphQLType, { isOptional, hasDefault, withNull, isNullRefused }: Form): string {
  const text = typeOf(type).replace(/\bTermsInput\b/, 'Terms | TermsInput');
  if (hasDefault) return text.replace(/ \| None$/, '');
  if (withNull) return `${isNullRefused ? text.replace(/ \| None$/, '') : text} | MaybeUnset`;
  return isOptional && !text.endsWith('| None') ? `${text} | None` : text;
}

/** Required arguments come first: keys in any case, and all of them if there are few. */
function ordered(all: readonly Argument[]): Argument[] {
  const required = all.filter(({ fallback }) => fallback === undefined);
  const areFew = required.length <= MAX_POSITIONAL;
  const placed = all.map((one) => ({
    ...one,
    isPositional: one.isPositional || (areFew && one.fallback === undefined),
  }));
  const rankOf = ({ isPositional, fallback, name }: Argument): number => {
    if (isPositional) return name.endsWith('_key') || name.endsWith('_id') ? 0 : 1;
    return fallback === undefined ? 2 : name === 'principal_key' ? 4 : 3;
  };
  return placed.toSorted((a, b) => rankOf(a) - rankOf(b));
}
