import type { StoredEvent } from './event-log';

/** JSON texts, as they are in an event's frozen payload (events.md §1). */
export interface PayloadFields {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly sequence: string;
  readonly cursor: string;
  readonly data: string;
}

// As `frozenPayload` writes it; none of the texts before `data` has anything to be escaped.
const FROZEN =
  /^\{"id":("\w+"),"type":("[a-z_.]+"),"timestamp":("[\w:.-]+"),"sequence":(\d+),"cursor":("[\w-]+"),"data":(\{.*\})\}$/s;

/** @param payload frozen by whichever version of the service: a JSON object of these names */
export function splitPayload(payload: string): PayloadFields {
  const found = FROZEN.exec(payload);
  if (found) {
    const [, id = '', type = '', timestamp = '', sequence = '', cursor = '', data = ''] = found;
    return { id, type, timestamp, sequence, cursor, data };
  }
  const parts = JSON.parse(payload) as Readonly<Record<keyof PayloadFields, unknown>>;
  const text = (name: keyof PayloadFields): string => JSON.stringify(parts[name]);
  return {
    id: text('id'),
    type: text('type'),
    timestamp: text('timestamp'),
    sequence: text('sequence'),
    cursor: text('cursor'),
    data: text('data'),
  };
}

/** What a row of the log has beside its payload. */
export interface StoredPayloadRow {
  readonly event_id: string;
  readonly principal_id: string;
  readonly subject_key: string;
  readonly trade_id: string | null;
  readonly payload: string;
  readonly sequence: bigint;
}

/** A stamped event by its frozen payload: most of who hear it are told what that says, so it is not taken apart first. */
export class StoredPayloadEvent implements StoredEvent {
  private kept: PayloadFields | undefined;

  constructor(private readonly row: StoredPayloadRow) {}

  get texts(): PayloadFields {
    return (this.kept ??= splitPayload(this.row.payload));
  }

  get eventId(): string {
    return this.row.event_id;
  }

  get principalId(): string {
    return this.row.principal_id;
  }

  get subjectKey(): string {
    return this.row.subject_key;
  }

  get tradeId(): string | null {
    return this.row.trade_id;
  }

  get sequence(): bigint {
    return this.row.sequence;
  }

  get type(): StoredEvent['type'] {
    return JSON.parse(this.texts.type) as StoredEvent['type'];
  }

  get createdAt(): Date {
    return new Date(this.texts.timestamp.slice(1, -1));
  }

  get data(): StoredEvent['data'] {
    return JSON.parse(this.texts.data) as StoredEvent['data'];
  }
}
