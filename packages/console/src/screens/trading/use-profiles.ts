import type { TradingProfilesQuery } from '../../api/document-types';
import { useLive } from '../../api/hooks';
import { TradingProfiles } from './profiles.documents';

/** A trade profile with the figures of both sides. */
export type Profile = NonNullable<TradingProfilesQuery['tradeProfiles']>[number];

const MAX_PROFILE = 80;

/** A trade profile as the service accepts it in a filter: without spaces around it, and not too long. */
export const profileOf = (text: string): string => text.trim().slice(0, MAX_PROFILE);

/** The trade profiles that begin with a text. A refusal of the text leaves the rest of the page. */
export function useProfiles(text: string): readonly Profile[] {
  // Listings of others cause no event.
  const { data } = useLive(TradingProfiles, { prefix: profileOf(text) || null }, () => false);
  return data?.tradeProfiles ?? [];
}
