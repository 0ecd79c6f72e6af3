import { UnreadAnswers } from '../../../src/api/connections/unread-answers';
import { RateLimited } from '../../../src/api/auth/rate-limit';

describe('Unread answers', () => {
  const cut: string[] = [];
  let bytes = 0;
  let answers: UnreadAnswers;

  beforeEach(() => {
    cut.length = 0;
    bytes = 0;
    const limits = {
      maxUnreadBytes: 100,
      maxUnreadBytesPerCaller: 60,
      minReadBytesPerSecond: 1,
      slowReaderSeconds: 1,
    };
    answers = new UnreadAnswers(limits, { limitReached: () => undefined, unreadBytesChanged: (by) => (bytes += by) });
  });

  const add = (caller: string, size: number, name = caller) => answers.add(caller, size, () => cut.push(name));

  it('should allow one answer of any size to a caller, and no other until it is read', () => {
    expect(answers.hasCapacity('a', 1_000)).toBe(true);
    const read = add('a', 90);
    expect(() => answers.assertCapacity('a')).toThrow(RateLimited);
    expect(answers.hasCapacity('b', 50)).toBe(true);
    read();
    expect(answers.hasCapacity('a', 50)).toBe(true);
    expect(bytes).toBe(0);
  });

  it('should allow several small answers up to the limit of the caller', () => {
    add('a', 30);
    expect(answers.hasCapacity('a', 29)).toBe(true);
    expect(answers.hasCapacity('a', 30)).toBe(false);
    expect(answers.hasCapacity('a')).toBe(true);
  });

  it('should cut the oldest answer of the largest reader past the limit of all', () => {
    add('a', 30, 'a1');
    add('a', 30, 'a2');
    add('b', 40);
    expect(cut).toEqual([]);
    add('c', 10);
    expect(cut).toEqual(['a1']);
    expect(bytes).toBe(80);
  });

  it('should not cut the only reader', () => {
    add('a', 500);
    expect(cut).toEqual([]);
  });

  it('should count an answer that was cut only once', () => {
    const read = add('a', 90);
    add('b', 20);
    expect(cut).toEqual(['a']);
    read();
    expect(bytes).toBe(20);
  });

  describe('with rows in memory', () => {
    const MIB = 1024 * 1024;

    beforeEach(() => {
      const limits = {
        maxUnreadBytes: 10 * MIB,
        maxUnreadBytesPerCaller: 6 * MIB,
        minReadBytesPerSecond: 1,
        slowReaderSeconds: 1,
      };
      answers = new UnreadAnswers(limits, { limitReached: () => undefined, unreadBytesChanged: () => undefined });
    });

    it('should count them for their caller until the query ends, with one query of any size', () => {
      const first = answers.holdRows('a');
      expect(first.hold(8 * MIB)).toBe(true);
      const second = answers.holdRows('a');
      expect(second.hold(2 * MIB)).toBe(false);
      expect(second.refusal()).toBeInstanceOf(RateLimited);
      second.release();
      first.release();
      expect(answers.holdRows('a').hold(5 * MIB)).toBe(true);
    });

    it('should not count the rows that arrive after the end of their query', () => {
      const rows = answers.holdRows('a');
      rows.release();
      expect(rows.hold(20 * MIB)).toBe(false);
      expect(answers.holdRows('b').hold(9 * MIB)).toBe(true);
    });

    it('should cut no small result that arrives after the end of its query', () => {
      const rows = answers.holdRows('a');
      rows.release();
      expect(rows.hold(MIB - 1)).toBe(true);
      expect(rows.hold(1)).toBe(false);
    });

    it('should never refuse a query with few rows', () => {
      answers.holdRows('a').hold(20 * MIB);
      expect(answers.holdRows('b').hold(MIB - 1)).toBe(true);
      expect(answers.holdRows('b').hold(2 * MIB)).toBe(false);
    });

    it('should cut the answers of the largest reader for the rows of others', () => {
      add('a', 4 * MIB, 'a1');
      add('a', 4 * MIB, 'a2');
      expect(answers.holdRows('b').hold(5 * MIB)).toBe(true);
      expect(cut).toEqual(['a1']);
    });
  });
});
