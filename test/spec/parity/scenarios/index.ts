import type { Scenario } from '../suite';
import { market } from './market';
import { money } from './money';
import { parties } from './parties';
import { partyRefusals } from './refusals-parties';
import { requestRefusals, strained } from './refusals-requests';
import { tradeRefusals } from './refusals-trades';
import { trades } from './trades';

/** In this order: what moves the clock comes after what humans sign in for. */
export const scenarios: readonly Scenario[] = [
  ...parties,
  ...money,
  ...partyRefusals,
  ...requestRefusals,
  ...market,
  ...tradeRefusals,
  ...trades,
  ...strained,
];
