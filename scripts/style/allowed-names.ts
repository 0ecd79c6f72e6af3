/** A name of the banned or retired lists that is right in one meaning. */
export interface AllowedName {
  name: string;
  /** Only members of classes, types and object literals; undefined: every declaration. */
  membersOnly?: true;
  /** Only in files whose path contains this; undefined: in every file. */
  within?: string;
  reason: string;
}

export const allowedNames: AllowedName[] = [
  { name: 'met', membersOnly: true, reason: "The API's field: whether a condition of an agreement is met." },
  { name: 'exchange.ts', within: 'test/support/', reason: 'One HTTP exchange: a request and its response.' },
];
