import { invalidMember } from '../../domain/errors/errors';
import type { Statement } from '../transactions/statement';
import { type CursorView, hashOfView } from './cursors';
import { branchesOf, type Filter, presentFilter } from './filters';
import type { List } from './list';
import { countStatement, pageStatement, type ListRead, shapeOf } from './list-statements';
import { type PageArgs, pageLimits, type PageRequest, readPageArgs } from './pages';

export { byAmount, byColumn, byText, byTime, type List, type ListOrder, MAX_COMPARED, MAX_COUNT } from './list';

export interface OrderBy {
  readonly field?: string | null;
  readonly direction?: 'asc' | 'desc' | null;
}

export interface ListRequest {
  readonly args: PageArgs;
  readonly filter?: Filter | null | undefined;
  readonly orderBy?: OrderBy | null | undefined;
  /** Time of the request. */
  readonly now?: Date;
  /** Sort key after which the page begins, for lists with cursors of their own. */
  readonly position?: string;
}

/** The statements of one request for a list. */
export interface ListPlan {
  /** Equal for requests that differ only in their owner. */
  readonly key: string;
  readonly request: PageRequest;
  /** Its cursors belong to this view. */
  readonly view: CursorView;
  /**
   * Reads one extra row of each owner. A row has its `page_key`, and with several owners its `owner_id`.
   * In a comparison it also has `end_key`: the key of the last row that was compared, if more rows follow it.
   */
  page(owners: readonly string[]): Statement;
  /** Counts up to one more than `MAX_COUNT` rows of each owner. `is_partial`: only the first rows were compared. */
  count(owners: readonly string[]): Statement;
}

/** @throws Refusal 400 `validation_failed` for an invalid page or filter, `cursor_invalid` for a cursor of another view */
export function planList(list: List, { args, filter: requested, orderBy, now, position }: ListRequest): ListPlan {
  const filter = presentFilter(requested);
  const [defaultField = ''] = Object.keys(list.orders);
  const field = orderBy?.field ?? defaultField;
  const order = list.orders[field];
  if (!order) throw invalidMember('/order_by', 'is no order of this list');
  const isDescending = orderBy?.direction == null ? order.isDescending : orderBy.direction === 'desc';
  const isPlain = !filter && field === defaultField && isDescending === order.isDescending;
  const view = { hash: hashOfView([list.name, filter, field, isDescending]), isPlain };
  const read = readPageArgs(args, order.pattern, list.limits ?? pageLimits, view);
  const request = position === undefined ? read : { ...read, after: position };
  const reading: ListRead = { list, order, filter: filter ?? {}, request, isDescending, now: now ?? new Date(0) };
  // Errors of the filter are reported before anything is read.
  if (filter) branchesOf(list.filters ?? {}, filter, () => '', { now: reading.now, owner: undefined });
  const shape = shapeOf(reading);
  return {
    key: JSON.stringify([list.name, list.variant, shape, view.hash, request]),
    request,
    view,
    page: (owners) => pageStatement(reading, owners, isPlain ? nameOf(list, `page_$_${shape}`) : undefined),
    count: (owners) => countStatement(reading, owners, isPlain ? nameOf(list, 'count_$') : undefined),
  };
}

function nameOf({ name }: List, pattern: string): string | undefined {
  return name === undefined ? undefined : pattern.replace('$', name);
}
