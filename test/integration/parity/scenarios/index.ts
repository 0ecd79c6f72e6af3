import type { Scenario } from '../suite';
import { market } from './market';
import { money } from './money';
import { parties } from './parties';
import { partyRefusals } from './refusals-parties';
import { requestRefusals, strained } from './refusals-requests';
import { tradeRefusals } from './refusals-trades';
import { sandbox } from './sandbox';
import { trades } from './trades';

/** Scenarios in their order: those that move the clock follow those with sign-ins. */
export const scenarios: readonly Scenario[] = [
  ...parties,
  ...money,
  ...partyRefusals,
  ...requestRefusals,
  ...market,
  ...tradeRefusals,
  ...trades,
  ...strained,
  ...sandbox,
];
