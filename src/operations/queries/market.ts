/** Reads of the market. */
export { readTradeProfiles } from '../../database/market/trade-profiles';
