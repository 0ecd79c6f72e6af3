import { Validator } from '../validator';
import { BPS } from '../ledger/stamps';
import { YEAR_10000 } from '../time';
import { checkItems, itemsOf, type AcceptanceItemInput } from '../trades/acceptance-items';
import { MAX_PRICE, MAX_STEPS, thresholdBounds, titleBounds, windowBounds } from '../trades/terms';
import type { ListingSide, ListingStep, ListingVisibility } from '../types';

export interface ListingStepInput {
  readonly title: string;
  readonly share_bps: number;
  readonly trade_profile?: string | null | undefined;
  readonly items?: readonly AcceptanceItemInput[] | null | undefined;
}

/** Members of both publish and update, in REST names. null resets a member to its default. */
export interface ListingMembers {
  readonly title?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly price_stamps?: number | bigint | null | undefined;
  readonly steps?: readonly ListingStepInput[] | null | undefined;
  readonly contract_window_seconds?: number | null | undefined;
  readonly checkpoint_window_seconds?: number | null | undefined;
  readonly expires_at?: Date | null | undefined;
  readonly visibility?: ListingVisibility | null | undefined;
}

export interface PublishListingInput extends ListingMembers {
  readonly agent_id: string;
  readonly trade_profile: string;
  readonly side: ListingSide;
  /** Only at publication; an update cannot change it. */
  readonly coverage_threshold_bps?: number | null | undefined;
}

export type LifecycleAction = 'pause' | 'resume' | 'close';

/** An update of a listing. Undefined members stay unchanged. */
export interface UpdateListingInput extends ListingMembers {
  readonly lifecycle_action?: LifecycleAction | null | undefined;
}

const TRADE_PROFILE = /^[a-z0-9]+([._-][a-z0-9]+)*(\/v[0-9]+)?$/;
export const MAX_TAGS = 16;

/** Checks the input of a publication. @throws Refusal 400 `validation_failed` */
export function checkPublish(input: PublishListingInput, now: Date): void {
  const check = new Validator();
  checkProfile(check, '/trade_profile', input.trade_profile);
  check.that(input.title !== undefined, '/title', 'is required');
  check.that(input.price_stamps !== undefined, '/price_stamps', 'is required');
  checkMembers(check, input, input.side, now);
  const threshold = input.coverage_threshold_bps;
  if (threshold != null) check.int('/coverage_threshold_bps', threshold, thresholdBounds);
  check.done();
}

/** Checks the input of an update. `side` is that of the stored listing. @throws Refusal 400 `validation_failed` */
export function checkUpdate(input: UpdateListingInput, side: ListingSide | undefined, now: Date): void {
  const check = new Validator();
  check.that(input.lifecycle_action !== null, '/lifecycle_action', 'must not be null');
  checkMembers(check, input, side, now);
  check.done();
}

function checkMembers(check: Validator, input: ListingMembers, side: ListingSide | undefined, now: Date): void {
  check.that(input.title !== null, '/title', 'must not be null');
  check.that(input.price_stamps !== null, '/price_stamps', 'must not be null');
  if (input.title != null) check.text('/title', input.title, titleBounds);
  if (input.description != null) check.text('/description', input.description, { max: 4000 });
  if (input.tags != null) checkTags(check, input.tags);
  if (input.price_stamps != null) check.int('/price_stamps', input.price_stamps, { min: 1, max: Number(MAX_PRICE) });
  if (input.steps != null) checkSteps(check, input.steps, side);
  for (const name of ['contract_window_seconds', 'checkpoint_window_seconds'] as const) {
    const seconds = input[name];
    if (seconds != null) check.int(`/${name}`, seconds, windowBounds);
  }
  if (input.expires_at != null) {
    const at = input.expires_at.getTime();
    check.that(at > now.getTime(), '/expires_at', 'must be in the future');
    check.that(!(at >= YEAR_10000), '/expires_at', 'must be before the year 10000');
  }
}

export function checkProfile(check: Validator, pointer: string, profile: string): void {
  if (!check.text(pointer, profile, { min: 1, max: 80 })) return;
  check.that(
    TRADE_PROFILE.test(profile),
    pointer,
    'must be words of a-z and 0-9, joined by one . _ or - each. It may end in /v and a number: `translation.de-en/v1`',
  );
}

/** Matching compares tags exactly, so invisible white space is invalid. */
function checkTags(check: Validator, tags: readonly string[]): void {
  if (!check.count('/tags', tags, { min: 0, max: MAX_TAGS })) return;
  tags.forEach((tag, index) => {
    const pointer = `/tags/${String(index)}`;
    if (check.text(pointer, tag, { min: 1, max: 40 })) {
      check.that(tag.trim() === tag, pointer, 'must not begin or end with white space');
    }
  });
  check.unique('/tags', '', tags);
}

function checkSteps(check: Validator, steps: readonly ListingStepInput[], side: ListingSide | undefined): void {
  if (!check.count('/steps', steps, { min: 1, max: MAX_STEPS })) return;
  const inRange = steps.map((step, index) => {
    const at = `/steps/${String(index)}`;
    check.text(`${at}/title`, step.title, titleBounds);
    if (step.trade_profile != null) {
      if (side === 'provide') check.addError(`${at}/trade_profile`, 'is valid only in a listing of a consumer');
      else checkProfile(check, `${at}/trade_profile`, step.trade_profile);
    }
    if (step.items != null) checkItems(check, `${at}/items`, step.items);
    return check.int(`${at}/share_bps`, step.share_bps, { min: 1, max: Number(BPS) });
  });
  // If a share is out of range, a wrong sum is not reported in addition.
  if (!inRange.every(Boolean)) return;
  const total = steps.reduce((sum, step) => sum + step.share_bps, 0);
  check.that(total === Number(BPS), '/steps', `must have shares that sum to ${String(BPS)} basis points`);
}

/** The steps as stored. Default: one step with the title and the whole price of the listing. */
export function stepsOf(steps: readonly ListingStepInput[] | null | undefined, title: string): readonly ListingStep[] {
  if (!steps) return [{ title, share_bps: Number(BPS), trade_profile: null }];
  return steps.map((step) => ({
    title: step.title,
    share_bps: step.share_bps,
    trade_profile: step.trade_profile ?? null,
    ...(!step.items?.length ? {} : { items: itemsOf(step.items) }),
  }));
}
