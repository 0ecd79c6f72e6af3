import { type DocumentNode, type GraphQLSchema, isAbstractType, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { expandedSelectionCount } from './fragments';

/**
 * The number of selections that graphql-jit compiles for a document.
 * It compiles a selection of an interface once for each of its object types: 14 times for an event.
 */
export function compiledSelectionCount(schema: GraphQLSchema, document: DocumentNode): number {
  const info = new TypeInfo(schema);
  const factors = [1];
  let count = 0;
  visit(
    document,
    visitWithTypeInfo(info, {
      Field: {
        enter() {
          const parent = info.getParentType();
          const types = isAbstractType(parent) ? schema.getPossibleTypes(parent).length : 1;
          const factor = (factors.at(-1) ?? 1) * types;
          factors.push(factor);
          count += factor;
        },
        leave: () => void factors.pop(),
      },
    }),
  );
  return Math.max(count, expandedSelectionCount(document));
}
