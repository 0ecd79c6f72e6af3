import type { ListingPageQuery, ListingRunMatchMutation } from '../../api/document-types';

export type Owner = NonNullable<ListingPageQuery['principal']>;
export type Listing = NonNullable<Owner['listing']>;
export type Service = ListingPageQuery['service'];
/** A match run of this visit, with the proposals that it made. */
export type Found = ListingRunMatchMutation['runMatch']['matchRun'];
