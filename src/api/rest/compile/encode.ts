import type { ObjectShape, RestShape } from './shape';

/** Converts a value of GraphQL to REST. */
export type Encoder = (value: unknown) => unknown;

/** Creates the encoder of a shape. Undefined if the value stays as it is, like most leaves. */
export function encoderOf(shape: RestShape): Encoder | undefined {
  switch (shape.kind) {
    case 'scalar':
      return undefined;
    case 'enum': {
      const rest = new Map<unknown, string>(shape.values.map((value) => [value.graphql, value.rest]));
      return (value) => rest.get(value) ?? null;
    }
    case 'list': {
      const item = encoderOf(shape.of);
      return item && ((value) => (Array.isArray(value) ? value.map(item) : null));
    }
    case 'object':
      return objectEncoder(shape);
  }
}

function objectEncoder({ members }: ObjectShape): Encoder {
  const names = members.map(({ name }) => name);
  const fields = members.map(({ field }) => field);
  const encoders = members.map(({ shape }) => encoderOf(shape));
  return (value) => {
    if (value === null || value === undefined) return null;
    const from = value as Record<string, unknown>;
    const to: Record<string, unknown> = {};
    for (let at = 0; at < names.length; at += 1) {
      const encoder = encoders[at];
      const member = from[fields[at] as string];
      to[names[at] as string] = encoder === undefined ? member : encoder(member);
    }
    return to;
  };
}
