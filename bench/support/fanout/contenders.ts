/** Sides of the comparison. */
export const SIDES = ['ours', 'floor', 'bare'] as const;
export type Name = (typeof SIDES)[number];
export type Sides<T> = Readonly<Record<Name, T>>;

export const TITLES: Sides<string> = {
  ours: 'ours: committed, numbered, read, executed, framed',
  floor: 'the same SQL, sent by ws alone',
  bare: 'bare ws, the same bytes',
};

export function onEachSide<T, U>({ ours, floor, bare }: Sides<T>, change: (side: T) => U): Sides<U> {
  return { ours: change(ours), floor: change(floor), bare: change(bare) };
}
