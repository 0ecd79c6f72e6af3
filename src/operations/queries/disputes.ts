/** Public figures of the disputes. */
export { disputeFigures, type DisputeFigures } from '../../database/repositories/disputes';
