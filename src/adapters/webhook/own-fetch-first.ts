/**
 * Imported before `undici`: the package makes itself the dispatcher of Node's own `fetch` where that has none yet, and Node
 * 24's then refuses requests that it would send (Stripe's: "invalid content-length header"). Touching `Headers` gives
 * Node's fetch its own.
 */
Reflect.construct(Headers, []);
