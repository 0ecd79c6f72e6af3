import type { TypedDocumentNode } from 'urql';

/** A document that the backend has under this id. The browser sends only the id. */
export function storedDocument<Data, Variables>(documentId: string): TypedDocumentNode<Data, Variables> {
  const document = { kind: 'Document', definitions: [], documentId };
  return document as unknown as TypedDocumentNode<Data, Variables>;
}
