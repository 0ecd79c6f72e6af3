/** The point of a node of the picture. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

interface Edge {
  readonly providerPrincipalKey: string;
  readonly consumerPrincipalKey: string;
}

const RING_SPOTS = 6;
const RING_WIDTH = 250;
/** Each ring is turned, so that its nodes do not hide those of the next. */
const RING_TURN = 0.4;
/** The picture is flatter than a circle, as screens and nodes are. */
const FLATNESS = 0.6;

/** Keys by their distance from the first one, the nearest first. Keys without a way to it come last. */
function byDistance(keys: readonly string[], edges: readonly Edge[]): readonly string[] {
  const neighbours = new Map<string, string[]>(keys.map((key) => [key, []]));
  for (const { providerPrincipalKey: one, consumerPrincipalKey: other } of edges) {
    neighbours.get(one)?.push(other);
    neighbours.get(other)?.push(one);
  }
  const ordered = new Set(keys.slice(0, 1));
  for (const key of ordered) {
    for (const next of neighbours.get(key) ?? []) if (neighbours.has(next)) ordered.add(next);
  }
  return [...ordered, ...keys.filter((key) => !ordered.has(key))];
}

/** Places the first key in the middle and the others on rings around it. */
export function layoutOf(keys: readonly string[], edges: readonly Edge[]): ReadonlyMap<string, Point> {
  const [first, ...others] = byDistance(keys, edges);
  const points = new Map<string, Point>(first === undefined ? [] : [[first, { x: 0, y: 0 }]]);
  let placed = 0;
  for (let ring = 1; placed < others.length; ring += 1) {
    const row = others.slice(placed, placed + ring * RING_SPOTS);
    row.forEach((key, at) => {
      const angle = (2 * Math.PI * at) / row.length + (ring - 1) * RING_TURN;
      const radius = ring * RING_WIDTH;
      points.set(key, { x: Math.cos(angle) * radius, y: Math.sin(angle) * radius * FLATNESS });
    });
    placed += row.length;
  }
  return points;
}
