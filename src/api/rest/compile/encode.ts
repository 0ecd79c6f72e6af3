import type { ObjectShape, RestShape } from './shape';

/** Turns what GraphQL answered into what REST answers. Made once for each route: answers are many, shapes are few. */
export type Encoder = (value: unknown) => unknown;

/** Undefined where nothing changes on the way: most values are leaves that both spell alike. */
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
      const found = from[fields[at] as string];
      to[names[at] as string] = encoder === undefined ? found : encoder(found);
    }
    return to;
  };
}
