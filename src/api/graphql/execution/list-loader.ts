import DataLoader from 'dataloader';
import type { Db } from '../../../operations/context';
import {
  type Count,
  type List,
  type ListPlan,
  type ListRequest,
  planList,
  proposals,
  proposalsOfListing,
  readCounts,
  readPages,
  trades,
} from '../../../operations/queries/lists';
import type { Page } from '../../../operations/queries/pages';
import type { LoaderGates } from './loader-gates';

/** The owner of lists of the platform. */
export const NO_OWNER = '';

const LISTS_WITH_DECISION_DATA: ReadonlySet<List> = new Set([proposals, proposalsOfListing, trades]);

/** Reads lists: one statement for the same list of all owners on one level of the answer. */
export class ListLoader {
  private readonly loaders = new Map<string, DataLoader<string, unknown>>();

  constructor(
    private readonly db: Db,
    private readonly cache: boolean,
    private readonly gates: LoaderGates,
  ) {}

  /** @throws Refusal 400 `validation_failed`, `cursor_invalid` */
  async page<T>(list: List, owner: string, request: ListRequest): Promise<Page<T>> {
    const read = () => this.load(list, owner, planList(list, request), 'page', readPages<T>);
    return LISTS_WITH_DECISION_DATA.has(list) ? this.gates.list(read) : read();
  }

  async count(list: List, owner: string, request: ListRequest): Promise<Count> {
    const plan = planList(list, { ...request, args: {} });
    return this.load(list, owner, plan, 'count', readCounts);
  }

  private async load<T>(
    { name }: List,
    owner: string,
    plan: ListPlan,
    what: string,
    read: (db: Db, plan: ListPlan, owners: readonly string[]) => Promise<T[]>,
  ): Promise<T> {
    const key = `${what} ${plan.key}`;
    let loader = name === undefined ? undefined : this.loaders.get(key);
    loader ??= new DataLoader<string, unknown>((owners) => read(this.db, plan, owners), { cache: this.cache });
    this.loaders.set(key, loader);
    return loader.load(owner) as Promise<T>;
  }
}
