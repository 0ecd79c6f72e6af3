import type { TypedDocumentNode } from 'urql';

/** A document that the backend has under this id. The browser sends only the id. */
export function storedDocument<Data, Variables>(
  operation: 'query' | 'mutation',
  name: string,
  documentId: string,
): TypedDocumentNode<Data, Variables> & { readonly operation: 'query' | 'mutation'; readonly name: string } {
  return { kind: 'Document', definitions: [], documentId, operation, name } as never;
}
