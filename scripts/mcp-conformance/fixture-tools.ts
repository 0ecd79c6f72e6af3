import { createRequire } from 'node:module';
import { McpServer, type RequestStateCodec } from '@modelcontextprotocol/server';
import { addContents } from './fixture-contents';
import { addQuestions } from './fixture-questions';

/**
 * Importing this module switches on the tools and resources that the suite calls, on each server of the process.
 *
 * The scenarios are about what the server does around a tool, such as the code of an error and the signature of a state.
 * So the tools are small, and everything around them is that of the product.
 */
type Connect = (this: McpServer, ...args: Parameters<McpServer['connect']>) => Promise<void>;
type CreateCodec = (...args: unknown[]) => RequestStateCodec;

const sdk = createRequire(__filename)('@modelcontextprotocol/server') as { createRequestStateCodec: CreateCodec };
const prototype: { connect: Connect } = McpServer.prototype;
const { connect } = prototype;
const { createRequestStateCodec } = sdk;
const withFixture = new WeakSet<McpServer>();
let codec: RequestStateCodec | undefined;

// The tools sign their states with the codec of the product, because its servers verify them.
sdk.createRequestStateCodec = (...args) => (codec = createRequestStateCodec(...args));

prototype.connect = function (...args) {
  if (!withFixture.has(this)) addFixture(this);
  return connect.apply(this, args);
};

function addFixture(server: McpServer): void {
  withFixture.add(server);
  addContents(server);
  addQuestions(server, async (state) => {
    if (codec === undefined) throw new Error('the product has created no codec');
    return codec.mint(state);
  });
}
