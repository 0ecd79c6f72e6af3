/** Page sizes of every list (contract §6). */
export const DEFAULT_PAGE = 50;
export const MAX_PAGE = 200;
