/** Reads of listings. */
export type { ListingRow } from '../../database/entities/listing';
export { findListingOf } from '../../database/repositories/listings';
