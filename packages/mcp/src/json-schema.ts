import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { z } from 'zod';

type JsonObject = Record<string, unknown>;

/** The type of a zod object with a JSON Schema. */
export type Shape = z.ZodObject;

/**
 * Advertises a zod object with a short JSON Schema, because clients put all of `tools/list` into the context of a model.
 * It accepts every value: the tools parse their arguments themselves, so that all refusals have one form.
 */
export function advertise(shape: Shape, side: 'input' | 'output'): StandardSchemaWithJSON {
  const convert = () => schemaOf(shape, side);
  return {
    '~standard': {
      version: 1,
      vendor: 'agent-trading-mcp',
      validate: (value) => ({ value }),
      jsonSchema: { input: convert, output: convert },
    },
  };
}

/** The short JSON Schema of a zod object. */
export function schemaOf(shape: Shape, side: 'input' | 'output'): JsonObject & { readonly type: 'object' } {
  const schema = shape['~standard'].jsonSchema[side]({ target: 'draft-2020-12' });
  return { ...(shorten(schema) as JsonObject), type: 'object' };
}

/** Members that only the server needs, which checks them all, or that say nothing. */
const LEFT_OUT = new Set(['$schema', 'propertyNames', 'additionalProperties', 'pattern', 'minimum', 'minItems']);

function shorten(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(shorten);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(([name, value]) => {
    const isEmpty = name === 'items' && Object.keys(value as object).length === 0;
    return !LEFT_OUT.has(name) && !isEmpty && value !== Number.MAX_SAFE_INTEGER;
  });
  return Object.fromEntries(
    entries.map(([name, value]) => (isTypeList(name, value) ? split(value) : [name, shorten(value)])),
  );
}

/** zod writes a nullable type as a list. */
function isTypeList(name: string, value: unknown): value is readonly string[] {
  return name === 'type' && Array.isArray(value);
}

/** Some clients read one type alone, and the MCP Inspector warns about a list. */
function split(types: readonly string[]): [string, unknown] {
  return ['anyOf', types.map((type) => ({ type }))];
}
