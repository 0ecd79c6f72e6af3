/** The state of a live stream of the console, with the browser's part of it played by the test. */

class Source extends EventTarget {
  static readonly CLOSED = 2;
  static readonly opened: Source[] = [];
  isClosed = false;
  onmessage: unknown;
  onerror: unknown;

  constructor(readonly url: string) {
    super();
    Source.opened.push(this);
  }

  close(): void {
    this.isClosed = true;
  }
}

/** The part of the stream that pages use. The types of a browser are not those of this project. */
interface Stream {
  readonly state: string;
  subscribe(listener: (event: { readonly type: string }) => void): () => void;
  watch(onChange: () => void): () => void;
}

interface StreamModule {
  readonly LiveStream: new (path: string) => Stream;
}

test('a refused stream says so, and the next listener opens it again', () => {
  jest.useFakeTimers();
  Object.assign(globalThis, { EventSource: Source, location: { pathname: '/console' } });
  const { LiveStream } = jest.requireActual<StreamModule>('../../../packages/console/src/api/stream');
  const stream = new LiveStream('events/prn_1');
  const states: string[] = [];
  stream.watch(() => states.push(stream.state));
  const types: string[] = [];
  stream.subscribe(({ type }) => void types.push(type));
  const [first] = Source.opened;
  first?.dispatchEvent(new Event('ready'));
  first?.dispatchEvent(new Event('refused'));
  expect(first?.isClosed).toBe(true);
  stream.subscribe(() => undefined);
  const [, second] = Source.opened;
  second?.dispatchEvent(new Event('ready'));
  expect(states).toEqual(['open', 'refused', 'open']);
  // The page reads again, because changes of the meantime have no message.
  expect(types).toEqual(['READY']);
});
