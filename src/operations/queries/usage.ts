/** Reads of what principals use of their economic anchors. */
export { type Usage, usageOf } from '../../database/repositories/usage';
