/** Reads of bindings. */
export { type BindingWithHuman, findBindings } from '../../database/repositories/parties';
