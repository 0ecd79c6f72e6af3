/** A named condition. The diagram in `docs/reference/states.md` shows the name. */
export interface Guard<Data> {
  readonly name: string;
  holds(data: Data): boolean;
}

/** One row of a machine. `from: null`: the resource does not exist yet. */
export interface Transition<State extends string, Event extends string, Data> {
  readonly from: State | null;
  readonly on: Event;
  readonly when?: Guard<Data>;
  readonly to: State;
}

/** A state machine as data: the runtime check, the diagram and the tests use the same rows. */
export interface Machine<State extends string, Event extends string, Data> {
  readonly name: string;
  readonly states: readonly State[];
  /** States without a transition to another state. */
  readonly terminal: readonly State[];
  readonly events: readonly Event[];
  readonly rows: readonly Transition<State, Event, Data>[];
}

/** A machine for diagrams and lists, which never test a guard. */
export type Drawable = Machine<string, string, never>;

/** The next state by the first matching row, or undefined if the event is not possible. */
export function advance<State extends string, Event extends string, Data>(
  machine: Machine<State, Event, Data>,
  from: State | null,
  on: Event,
  data: Data,
): State | undefined {
  return machine.rows.find((row) => row.from === from && row.on === on && (row.when?.holds(data) ?? true))?.to;
}

export function isTerminal<State extends string>(
  machine: { readonly terminal: readonly State[] },
  state: State,
): boolean {
  return machine.terminal.includes(state);
}

function label(events: readonly Drawable['rows'][number][]): string {
  return events.map((row) => (row.when ? `${row.on} [${row.when.name}]` : row.on)).join(' / ');
}

/** The Mermaid diagram of a machine. Rows between the same two states share an arrow. */
export function mermaid(machine: Drawable): string {
  const arrows = new Map<string, Drawable['rows'][number][]>();
  for (const row of machine.rows) {
    const arrow = `${row.from ?? '[*]'} --> ${row.to}`;
    arrows.set(arrow, [...(arrows.get(arrow) ?? []), row]);
  }
  return [
    'stateDiagram-v2',
    ...Array.from(arrows, ([arrow, rows]) => `  ${arrow}: ${label(rows)}`),
    ...machine.terminal.map((state) => `  ${state} --> [*]`),
    '',
  ].join('\n');
}
