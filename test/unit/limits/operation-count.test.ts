import { type FieldNode, Kind } from 'graphql';
import { silentMetrics } from '../../../src/adapters/metrics/silent';
import { OperationMetrics } from '../../../src/api/http/operation-count';

test('a request that is refused after its operation was counted is not counted again', () => {
  const counted: [string, string][] = [];
  const metrics = { ...silentMetrics, operationAnswered: (...one: [string, string]) => void counted.push(one) };
  const operation = new OperationMetrics();
  const service: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: 'service' } };
  operation.fields = [service];
  operation.count(metrics);
  operation.refusalCode = 'rate_limited';
  operation.count(metrics);
  expect(counted).toEqual([['service', 'ok']]);
});
