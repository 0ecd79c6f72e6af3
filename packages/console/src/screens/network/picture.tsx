import '@xyflow/react/dist/style.css';
import {
  Controls,
  type Edge,
  type EdgeProps,
  Handle,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
} from '@xyflow/react';
import { useMemo } from 'react';
import { Go } from '../../shell/principal';
import { counted } from '../trading/party';
import { layoutOf } from './layout';
import type { Graph } from './types';

type PartyNode = Node<{
  readonly name: string;
  readonly principalKey: string;
  readonly trades: number;
  readonly faults: number;
  readonly isOwn: boolean;
}>;
type TradesEdge = Edge<{ readonly trades: number; readonly width: number; readonly hasFault: boolean }>;

const NODE = { width: 160, height: 56 };
const MAX_LINE = 7;
/** How far the two directions between two nodes lie apart. */
const BEND = 26;

function nodesOf({ nodes, edges }: Graph, ownKey: string): PartyNode[] {
  const points = layoutOf(
    nodes.map(({ principal }) => principal.principalKey),
    edges,
  );
  return nodes.map(({ principal: { principalKey, displayName }, trades, faults }) => ({
    id: principalKey,
    type: 'party',
    position: points.get(principalKey) ?? { x: 0, y: 0 },
    ...NODE,
    data: { name: displayName, principalKey, trades, faults, isOwn: principalKey === ownKey },
  }));
}

function edgesOf({ edges }: Graph): TradesEdge[] {
  const most = Math.max(1, ...edges.map(({ volumeStamps }) => volumeStamps));
  return edges.map((edge) => ({
    id: `${edge.providerPrincipalKey} ${edge.consumerPrincipalKey}`,
    type: 'trades',
    source: edge.providerPrincipalKey,
    target: edge.consumerPrincipalKey,
    data: {
      trades: edge.trades,
      width: 1.5 + (MAX_LINE - 1.5) * Math.sqrt(edge.volumeStamps / most),
      hasFault: edge.failed + edge.compensated > 0,
    },
  }));
}

function PartyBox({ data: { name, principalKey, trades, faults, isOwn } }: NodeProps<PartyNode>) {
  const record = `${isOwn ? 'You: ' : ''}${trades} settled, ${counted(faults, 'fault')}`;
  return (
    <div
      className={`flex h-full w-full flex-col justify-center rounded-md border bg-surface px-2 text-center text-sm ${isOwn ? 'border-2 border-accent' : 'border-line'}`}
    >
      {/* Lines start and end in the middle, under the box. */}
      <Handle type="target" position={Position.Top} isConnectable={false} className="!top-1/2 !opacity-0" />
      <Handle type="source" position={Position.Top} isConnectable={false} className="!top-1/2 !opacity-0" />
      <Go
        to={`counterparties/${principalKey}`}
        className="nodrag nopan block truncate font-medium text-accent hover:underline"
        title={name}
      >
        {name}
      </Go>
      <span className="truncate text-xs text-muted">{record}</span>
    </div>
  );
}

/** A bent line with an arrow and the number of trades in its middle. */
function TradesLine({ sourceX, sourceY, targetX, targetY, data }: EdgeProps<TradesEdge>) {
  const { trades = 0, width = 1, hasFault = false } = data ?? {};
  const [dx, dy] = [targetX - sourceX, targetY - sourceY];
  const length = Math.hypot(dx, dy) || 1;
  // Half of the bend of the control point is the bend of the middle.
  const [middleX, middleY] = [
    (sourceX + targetX) / 2 - (dy / length) * BEND,
    (sourceY + targetY) / 2 + (dx / length) * BEND,
  ];
  const control = `${2 * middleX - (sourceX + targetX) / 2} ${2 * middleY - (sourceY + targetY) / 2}`;
  const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
  const tone = hasFault ? 'text-bad' : 'text-muted';
  return (
    <g className={tone}>
      <path
        d={`M ${sourceX} ${sourceY} Q ${control} ${targetX} ${targetY}`}
        fill="none"
        stroke="currentColor"
        strokeWidth={width}
        strokeDasharray={hasFault ? '8 5' : undefined}
      />
      <g transform={`translate(${middleX} ${middleY})`}>
        <path d="M -7 -8 L 9 0 L -7 8 z" fill="currentColor" transform={`rotate(${angle})`} />
        <text y={-12} textAnchor="middle" className="fill-text text-xs">
          {trades}
        </text>
      </g>
    </g>
  );
}

const NODE_TYPES = { party: PartyBox };
const EDGE_TYPES = { trades: TradesLine };

/** The network as a picture. It can be moved and zoomed; the names are links. */
export default function Picture({ graph, ownKey }: { readonly graph: Graph; readonly ownKey: string }) {
  const nodes = useMemo(() => nodesOf(graph, ownKey), [graph, ownKey]);
  const edges = useMemo(() => edgesOf(graph), [graph]);
  return (
    <div className="h-[28rem] xl:h-[36rem] rounded-md border border-line [--xy-attribution-background-color:transparent] [--xy-background-color:var(--ground)] [--xy-controls-button-background-color:var(--surface)] [--xy-controls-button-background-color-hover:var(--raised)] [--xy-controls-button-border-color:var(--line)] [--xy-controls-button-color:var(--text)] [&_.react-flow\_\_attribution_a]:!text-muted">
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        zoomOnScroll={false}
        preventScrolling={false}
        minZoom={0.1}
        fitView
        fitViewOptions={{ maxZoom: 1.2, padding: 0.15 }}
        aria-label="Network of trades"
      >
        <Controls showInteractive={false} />
      </ReactFlow>
    </div>
  );
}
