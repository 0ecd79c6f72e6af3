/**
 * Initializes Node's own `fetch` before `undici` is imported. Otherwise the package becomes the dispatcher of Node's
 * `fetch`, and Node 24 then rejects valid Stripe requests ("invalid content-length header").
 */
Reflect.construct(Headers, []);
