/** Classes of database errors that a transport answers with an error of its own. */
export { isTransient } from '../database/connection/transient';
export { isInvalidText } from '../database/sql/constraints';
