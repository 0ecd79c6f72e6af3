/** Flags of V8. They must be set before other code runs, so this is the first import of the program. */
import { setFlagsFromString } from 'node:v8';

// V8 would allocate the objects of some places in the old generation, because those of the start of the program live long.
// Later objects of these places keep all that they refer to, such as a whole request, until the next full collection
// (docs/decisions/0053-hidden-classes.md).
setFlagsFromString('--no-allocation-site-pretenuring');
