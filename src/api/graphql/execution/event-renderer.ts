import { type DocumentNode, type GraphQLSchema, isEnumType, type OperationDefinitionNode } from 'graphql';
import { assert } from '../../../domain/errors/errors';
import type { StoredPayloadEvent } from '../../../operations/queries/events';
import { isPlain } from './jit-query-cache';
import { openedFields } from './document-cache';

/** The answer to an event, JSON text. */
export type EventText = (event: StoredPayloadEvent) => string;

/**
 * Answers put together of the texts that an event's frozen payload has, without executing anything: for subscriptions
 * that ask for nothing but the event's own fields (decision 0026). A document names so few of them that an answer stays
 * far below its limits.
 */
export class EventTexts {
  private readonly own: Readonly<Record<string, EventText>>;
  // Documents are kept, so thousands of subscribers of one share what is made of it.
  private readonly known = new WeakMap<OperationDefinitionNode, EventText | 'executed'>();

  constructor(schema: GraphQLSchema) {
    this.own = ownFields(schema);
  }

  /** Undefined where it has to be executed: for more than its own fields, or directives. */
  of(document: DocumentNode, operation: OperationDefinitionNode): EventText | undefined {
    const known = this.known.get(operation) ?? this.make(document, operation) ?? 'executed';
    this.known.set(operation, known);
    return known === 'executed' ? undefined : known;
  }

  private make(document: DocumentNode, { selectionSet }: OperationDefinitionNode): EventText | undefined {
    const [root, again] = openedFields(document, selectionSet);
    if (!root?.selectionSet || again || !isPlain(document)) return undefined;
    const told = new Map<string, EventText>();
    for (const { alias, name } of openedFields(document, root.selectionSet)) {
      const tell = this.own[name.value];
      if (!tell) return undefined;
      told.set((alias ?? name).value, tell);
    }
    const fields = [...told].map(([key, tell], at) => ({ before: `${at === 0 ? '' : ','}"${key}":`, tell }));
    const start = `{"data":{"${(root.alias ?? root.name).value}":{`;
    return (event) => {
      let text = start;
      for (const { before, tell } of fields) text += before + tell(event);
      return `${text}}}}`;
    };
  }
}

/** As `EventView` has them, and the schema's types write them. */
function ownFields(schema: GraphQLSchema): Readonly<Record<string, EventText>> {
  const types = schema.getType('EventType');
  assert(isEnumType(types), 'EventType is an enum');
  const names = new Map(types.getValues().map(({ value, name }) => [JSON.stringify(value), `"${name}"`]));
  const typeOf = ({ texts }: StoredPayloadEvent): string => {
    const name = names.get(texts.type);
    assert(name !== undefined, `${texts.type} is a type of events`);
    return name;
  };
  return {
    __typename: () => '"Event"',
    id: ({ texts }) => texts.id,
    eventId: ({ texts }) => texts.id,
    cursor: ({ texts }) => texts.cursor,
    type: typeOf,
    sequence: ({ texts }) => texts.sequence,
    subjectKey: ({ subjectKey }) => JSON.stringify(subjectKey),
    timestamp: ({ texts }) => texts.timestamp,
    data: ({ texts }) => texts.data,
  };
}
