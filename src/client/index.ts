/** The client package, for `agent-trading-service/client`. It imports no server code. */
export * from '../../packages/client/src';
