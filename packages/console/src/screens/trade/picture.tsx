import { Card } from '../../ui/card';
import { Table } from '../../ui/table';
import { formatExact, formatLeft, useNow } from '../../ui/time';
import { compressed, pictureOf, type PictureModel, type Turn } from './picture-model';
import type { Trade } from './types';

const LANE_HEIGHT = 56;
const NAME_WIDTH = 150;
const BAR_HEIGHT = 26;
const MARGIN = 12;
/** The mean width of a letter in a bar. */
const LETTER_WIDTH = 6.2;
/** A short trade is stretched to this width. */
const LEAST_WIDTH = 640;

/** Who had the turn, along time. Gaps are compressed. The same content follows as a table. */
export function TradePicture({ trade }: { readonly trade: Trade }) {
  const model = pictureOf(trade);
  if (model.turns.length === 0) return null;
  return (
    <Card title="Course of the trade">
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Course of the trade">
        <Lanes model={model} />
      </div>
      <details className="mt-3 text-sm">
        <summary className="cursor-pointer text-accent">Show as a table</summary>
        <div className="mt-2">
          <TurnTable model={model} />
        </div>
      </details>
    </Card>
  );
}

function Lanes({ model: { lanes, turns } }: { readonly model: PictureModel }) {
  const now = useNow(10_000);
  const openFrom = Math.min(...turns.map(({ from }) => from));
  const isOpen = turns.some((turn) => turn.isOpen);
  const compressedPlace = compressed([
    ...turns.flatMap(({ from, to }) => [from, to]),
    ...(isOpen ? [Math.max(now, openFrom)] : []),
  ]);
  const end = Math.max(...turns.map(({ to }) => compressedPlace(to)), compressedPlace(now));
  const factor = Math.max(1, LEAST_WIDTH / Math.max(1, end));
  const place = (at: number): number => compressedPlace(at) * factor;
  const right = end * factor;
  const width = NAME_WIDTH + right + 2 * MARGIN;
  const height = lanes.length * LANE_HEIGHT;
  return (
    <svg
      role="img"
      aria-label={`${turns.length} turns of ${lanes.length} parties. A table with the same content follows.`}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className="max-w-none"
    >
      {lanes.map(({ key, name }, at) => (
        <g key={key} transform={`translate(0 ${at * LANE_HEIGHT})`}>
          {at > 0 && <line x1="0" x2={width} y1="0" y2="0" className="stroke-line" />}
          <text x="0" y={LANE_HEIGHT / 2 + 4} className="fill-text text-[13px]">
            {name.length > 20 ? `${name.slice(0, 19)}…` : name}
          </text>
          <g transform={`translate(${NAME_WIDTH + MARGIN} ${(LANE_HEIGHT - BAR_HEIGHT) / 2})`}>
            {turns
              .filter(({ lane }) => lane === key)
              .map((turn) => (
                <Bar key={turn.label} turn={turn} x={place(turn.from)} width={place(turn.to) - place(turn.from)} />
              ))}
          </g>
        </g>
      ))}
      {isOpen && (
        <line
          x1={NAME_WIDTH + MARGIN + place(Math.max(now, openFrom))}
          x2={NAME_WIDTH + MARGIN + place(Math.max(now, openFrom))}
          y1="0"
          y2={height}
          strokeDasharray="3 3"
          className="stroke-bad"
        >
          <title>Now</title>
        </line>
      )}
    </svg>
  );
}

function Bar({
  turn: { label, from, to, isOpen },
  x,
  width,
}: {
  readonly turn: Turn;
  readonly x: number;
  readonly width: number;
}) {
  const whole = label.replace('Step ', '');
  // A cut word means nothing, so a short bar has only the number of its step.
  const text = whole.length * LETTER_WIDTH + 8 <= width ? whole : whole.replace(/:.*$/, '');
  return (
    <g transform={`translate(${x} 0)`}>
      <title>{`${label}, ${formatLeft(to - from)}${isOpen ? ', until its deadline' : ''}`}</title>
      <rect
        width={Math.max(width - 2, 4)}
        height={BAR_HEIGHT}
        rx="5"
        strokeDasharray={isOpen ? '4 3' : undefined}
        className={isOpen ? 'fill-accent-soft stroke-accent' : 'fill-raised stroke-line'}
      />
      {width > 20 && (
        <text x="6" y={BAR_HEIGHT / 2 + 4} className="fill-text text-[11px]">
          {text}
        </text>
      )}
    </g>
  );
}

function TurnTable({ model: { lanes, turns } }: { readonly model: PictureModel }) {
  const nameOf = (key: string): string => lanes.find((lane) => lane.key === key)?.name ?? key;
  return (
    <Table
      caption="Turns of the trade"
      keyOf={({ label }) => label}
      rows={turns}
      columns={[
        { head: 'Turn', cell: ({ label }) => label },
        { head: 'Party', cell: ({ lane }) => nameOf(lane) },
        { head: 'From', cell: ({ from }) => formatExact(new Date(from).toISOString()) },
        {
          head: 'To',
          cell: ({ to, isOpen }) => `${formatExact(new Date(to).toISOString())}${isOpen ? ' (deadline)' : ''}`,
        },
        { head: 'Length', cell: ({ from, to }) => formatLeft(to - from) },
      ]}
    />
  );
}
