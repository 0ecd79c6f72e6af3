import { errorCatalogue, type CatalogueEntry } from '../src/domain/errors/catalogue';

/** Types of the extra members by the end of their names. GraphQL sends them in camelCase. */
const TYPES: readonly (readonly [RegExp, string])[] = [
  [/(Stamps|Seconds|No|Bytes|^maximum)$/, 'number'],
  [/(Ids|^missing)$/, 'readonly string[]'],
  [/^fields$/, 'readonly FieldError[]'],
  [/(Key|Time|At|State|Status|Url|^url|Scope|^limit|^reason)$/, 'string'],
];

/** Renders the error codes of the client, with their status, recovery and extra members. */
export function clientErrors(): string {
  const entries = Object.entries<CatalogueEntry>(errorCatalogue);
  const types = entries.map(([code, { status, recovery, members, title }]) => {
    const fields = members.map((member) => `readonly ${camelCase(member)}?: ${typeOf(camelCase(member))}`).join('; ');
    const extra = fields === '' ? 'CommonMembers' : `CommonMembers & { ${fields} }`;
    return `  /** ${title}. */\n  readonly ${code}: ErrorType<${status}, '${recovery}', ${extra}>;\n`;
  });
  const codes = entries.map(([code]) => `  '${code}',\n`);
  return `/** Codes of all errors, generated from the error catalogue of the service by \`npm run generate\`. */

interface CommonMembers {
  /** Whether the refusal is stored for the idempotency key. Correct its cause, then use a new key. */
  readonly retryWithNewKey?: boolean;
}

interface ErrorType<Status extends number, Recovery extends string, Members extends object> {
  readonly status: Status;
  readonly recovery: Recovery;
  readonly members: Members;
}

/** An invalid member of a request. */
export interface FieldError {
  readonly pointer: string;
  readonly detail: string;
  /** Place in the variables of a GraphQL request. */
  readonly path?: readonly (string | number)[];
}

/** Status, recovery and extra members of each code, as GraphQL sends them. */
export interface ErrorTypes {
${types.join('')}}

export type ErrorCode = keyof ErrorTypes;

export const errorCodes: readonly ErrorCode[] = [
${codes.join('')}];
`;
}

function typeOf(member: string): string {
  const type = TYPES.find(([pattern]) => pattern.test(member))?.[1];
  if (type === undefined) throw new Error(`the error member ${member} has no type in scripts/client-errors.ts`);
  return type;
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
}
