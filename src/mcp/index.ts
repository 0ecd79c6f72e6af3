/** The tools of the MCP package, for `POST /mcp`. It imports no server code. */
export * from '../../packages/mcp/src/hosted';
