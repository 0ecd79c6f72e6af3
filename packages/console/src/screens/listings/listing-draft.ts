import type { ListingPageQuery } from '../../api/document-types';
import { type ItemDraft, itemDraft, itemInput } from '../trading/items-editor';
import { instantOf, localInput } from '../trading/span';

/** A step of a listing while it is edited. Its share is in percent. */
export interface ListingStepDraft {
  readonly title: string;
  readonly share: string;
  readonly tradeProfile: string;
  readonly items: readonly ItemDraft[];
}

/** A listing while it is edited. */
export interface ListingDraft {
  readonly agentId: string;
  readonly side: 'PROVIDE' | 'CONSUME';
  readonly tradeProfile: string;
  readonly title: string;
  readonly description: string;
  readonly price: string;
  /** Tags, separated by commas. */
  readonly tags: string;
  readonly visibility: 'MATCH_ONLY' | 'MARKET';
  /** A local time, or empty. */
  readonly expiresAt: string;
  readonly contractWindowSeconds: number | null;
  readonly checkpointWindowSeconds: number | null;
  /** A percentage, or empty for the default. */
  readonly threshold: string;
  readonly steps: readonly ListingStepDraft[];
}

/** A listing as the page of its owner reads it. */
type EditableListing = NonNullable<NonNullable<ListingPageQuery['principal']>['listing']>;

/** The empty form of a new listing. */
export function emptyDraft(agentId: string): ListingDraft {
  return {
    agentId,
    side: 'PROVIDE',
    tradeProfile: '',
    title: '',
    description: '',
    price: '',
    tags: '',
    visibility: 'MATCH_ONLY',
    expiresAt: '',
    contractWindowSeconds: null,
    checkpointWindowSeconds: null,
    threshold: '',
    steps: [{ title: '', share: '100', tradeProfile: '', items: [] }],
  };
}

/** The form of an existing listing. */
export function draftOfListing(listing: EditableListing): ListingDraft {
  const { side, tradeProfile, title, description, visibility } = listing;
  return {
    ...{ side, tradeProfile, title, description, visibility },
    agentId: '',
    price: String(listing.priceStamps),
    tags: listing.tags.join(', '),
    expiresAt: localInput(listing.expiresAt),
    contractWindowSeconds: listing.contractWindowSeconds,
    checkpointWindowSeconds: listing.checkpointWindowSeconds,
    threshold: listing.coverageThresholdBps == null ? '' : String(listing.coverageThresholdBps / 100),
    steps: listing.steps.map((step) => ({
      title: step.title,
      share: String(step.shareBps / 100),
      tradeProfile: step.tradeProfile ?? '',
      items: step.items.map(itemDraft),
    })),
  };
}

/** The members of the input that publishing and updating have in common. */
export function listingContent(draft: ListingDraft) {
  return {
    title: draft.title.trim(),
    description: draft.description,
    priceStamps: Number(draft.price),
    tags: draft.tags
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
    visibility: draft.visibility,
    expiresAt: instantOf(draft.expiresAt),
    contractWindowSeconds: draft.contractWindowSeconds,
    checkpointWindowSeconds: draft.checkpointWindowSeconds,
    coverageThresholdBps: draft.threshold === '' ? null : Math.round(Number(draft.threshold) * 100),
    steps: draft.steps.map((step) => ({
      title: step.title.trim() === '' ? draft.title.trim() : step.title.trim(),
      shareBps: Math.round(Number(step.share) * 100),
      tradeProfile: draft.side === 'CONSUME' && step.tradeProfile.trim() !== '' ? step.tradeProfile.trim() : null,
      items: step.items.map(itemInput),
    })),
  };
}

/** The sum of the shares in percent. All shares must sum to 100. */
export function shareSum({ steps }: ListingDraft): number {
  return steps.reduce((sum, { share }) => sum + Math.round(Number(share) * 100), 0) / 100;
}

/** The changed members of an update. Without a change the result is empty. */
export function changedContent(before: ListingDraft, after: ListingDraft): Partial<ReturnType<typeof listingContent>> {
  const old: Readonly<Record<string, unknown>> = listingContent(before);
  const entries = Object.entries(listingContent(after)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name]),
  );
  return Object.fromEntries(entries);
}
