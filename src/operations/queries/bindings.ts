/** Reads of bindings. */
export { bindingsOf, type BindingWithHuman, findBindings } from '../../database/repositories/parties';
