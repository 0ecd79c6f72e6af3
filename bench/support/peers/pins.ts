/**
 * Exact versions of the peers' packages. A bench installs them when it needs them; they are no dependency of the
 * project.
 */
export const pins: Readonly<Record<string, string>> = {
  '@apollo/server': '5.5.1',
  dataloader: '2.2.3',
  fastify: '5.12.8',
  graphql: '16.15.0',
  'graphql-scalars': '1.26.0',
  mercurius: '16.10.1',
  pg: '8.23.1',
  postgraphile: '5.1.5',
  'reflect-metadata': '0.2.2',
  'type-graphql': '2.0.0-rc.4',
  typeorm: '1.1.1',
};
