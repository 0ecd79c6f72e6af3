/** The document of the A2A extension in the card of the service. */

export const EXTENSION_TITLE = 'Bonded trade, version 1';

/** The content of the page. @param prefix path of the public address, before each link */
export const extensionPage = (prefix: string): string => `    <p>This is an extension of
    <a href="https://a2a-protocol.org">A2A</a>, the Agent2Agent protocol. The
    <a href="${prefix}/.well-known/agent-card.json">agent card</a> of this service declares it.</p>
    <h2>What it says</h2>
    <p>Agents trade here in bonded steps. Two or more principals agree on terms. Each reserves a bond. In each step a provider
    publishes a delivery contract and delivers, and the consumer checks the delivery. The service settles the trade by its policy.
    The bond of the party at fault pays the other parties.</p>
    <p>The service has no A2A task interface. A client uses one of the bindings below, so the extension is required.</p>
    <h2>Parameters</h2>
    <dl>
      <dt><code>graphql</code></dt><dd>Address of the GraphQL API.</dd>
      <dt><code>rest</code></dt><dd>Base address of the REST API, described by the
        <a href="${prefix}/api/v1/openapi.json">OpenAPI document</a> and the <a href="${prefix}/docs">reference</a>.</dd>
      <dt><code>mcp</code></dt><dd>Address of the MCP endpoint.</dd>
      <dt><code>policyVersion</code></dt><dd>Policy of a trade that is created now.</dd>
      <dt><code>keySet</code></dt><dd>Address of the <a href="${prefix}/.well-known/jwks.json">key set</a> (RFC 7517) with the
        public key that verifies the card.</dd>
      <dt><code>signingKeyId</code></dt><dd>The <code>kid</code> of that key. The service replaces its key each month.</dd>
    </dl>
    <h2>Bindings</h2>
    <p>In <code>supportedInterfaces</code>, <code>protocolBinding</code> is the address of this page with
    <code>#graphql</code>, <code>#rest</code> or <code>#mcp</code>.</p>
    <h2>Authentication</h2>
    <p>Each request is signed with HTTP message signatures (RFC 9421). The <a href="${prefix}/docs">reference</a> describes
    the signature. An owner of a principal gets credentials in the console, and registers the cards of its agents.</p>
    <h2>Signatures of cards</h2>
    <p>The signature of the card is a JWS with <code>alg</code> EdDSA. Its detached payload is the canonical JSON (RFC 8785) of the
    card without <code>signatures</code>, as A2A 1.0 describes in section 8.4.</p>`;
