import { RateLimited } from '../../../src/api/auth/rate-limit';
import { type RequestBody, RequestBodies } from '../../../src/api/connections/request-bodies';

describe('Bodies of requests', () => {
  const cut: string[] = [];
  let bodies: RequestBodies;

  beforeEach(() => {
    cut.length = 0;
    const limits = { maxBodyBytes: 100, maxBodyBytesPerCaller: 50 };
    bodies = new RequestBodies(limits, { limitReached: () => undefined });
  });

  function receive(name: string, bytes: number): RequestBody {
    const body = bodies.begin(() => cut.push(name));
    bodies.receive(body, bytes);
    return body;
  }

  function complete(name: string, bytes: number): RequestBody {
    const body = receive(name, bytes);
    bodies.complete(body);
    return body;
  }

  it('should lose the one that arrives for the longest time, past the limit of all', () => {
    receive('a', 60);
    receive('b', 30);
    expect(cut).toEqual([]);
    receive('c', 30);
    expect(cut).toEqual(['a']);
  });

  it('should not be cut when they are complete', () => {
    const first = complete('a', 60);
    receive('b', 60);
    expect(cut).toEqual([]);
    receive('c', 10);
    expect(cut).toEqual(['b']);
    bodies.end(first);
    receive('d', 80);
    expect(cut).toEqual(['b']);
  });

  it('should be refused before they arrive, if complete ones fill the memory', () => {
    const first = complete('a', 100);
    expect(() => receive('b', 1)).toThrow('Too many large requests');
    bodies.end(first);
    receive('b', 1);
  });

  it('should be counted by caller until they are answered, with one of any size', () => {
    const first = complete('a', 60);
    bodies.assign(first, 'caller');
    const second = complete('b', 1);
    expect(() => {
      bodies.assign(second, 'caller');
    }).toThrow(RateLimited);
    bodies.assign(complete('c', 1), 'other');
    bodies.end(first);
    bodies.assign(second, 'caller');
  });

  it('should be counted once, also if their connection is lost twice', () => {
    const body = receive('a', 90);
    bodies.end(body);
    bodies.end(body);
    bodies.receive(body, 50);
    receive('b', 90);
    receive('c', 10);
    expect(cut).toEqual([]);
  });
});
