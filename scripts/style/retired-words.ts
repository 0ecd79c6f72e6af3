/** A word that no declared name, file or folder may contain. */
export interface RetiredWord {
  old: string;
  new: string;
}

/** Images and riddles: they fit no part of a name. */
export const retiredWords: RetiredWord[] = [
  { old: 'room', new: 'channel (subscriptions) or capacity' },
  { old: 'rooms', new: 'channels' },
  { old: 'seat', new: 'subscriber' },
  { old: 'seats', new: 'subscribers' },
  { old: 'bell', new: 'notifier' },
  { old: 'ear', new: 'event inbox' },
  { old: 'door', new: 'controller or verifier' },
  { old: 'doors', new: 'controllers or verifiers' },
  { old: 'papers', new: 'details' },
  { old: 'spoiler', new: 'recent offender' },
  { old: 'spoilers', new: 'recent offenders' },
  { old: 'spoiled', new: 'failed' },
  { old: 'gathering', new: 'batch queue' },
  { old: 'strangers', new: 'unauthenticated requests or excluded principals' },
  { old: 'stranger', new: 'unauthenticated request or independent implementation' },
  { old: 'patience', new: 'timeout or wait in milliseconds' },
  { old: 'patient', new: 'long timeout' },
  { old: 'patiently', new: 'with a long timeout' },
  { old: 'told', new: 'the noun: fields, problem, published' },
  { old: 'untold', new: 'the noun: scope error' },
  { old: 'unheard', new: 'query timeout' },
  { old: 'overhearing', new: 'recording' },
  { old: 'town', new: 'state' },
  { old: 'sheet', new: 'aggregate' },
  { old: 'sheets', new: 'aggregates' },
  { old: 'affairs', new: 'the noun: trades' },
  { old: 'ever', new: 'the condition: default, unlimited' },
];
