/** Reads of listings. */
export type { ListingRow } from '../../database/entities/listing';
export { findListingOf, listingsOf } from '../../database/repositories/listings';
