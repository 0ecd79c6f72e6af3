import { useEffect, useState } from 'react';

/** The value once it has stayed the same for a moment. */
export function useDebounced<T>(value: T, waitMs = 250): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), waitMs);
    return () => clearTimeout(timer);
  }, [value, waitMs]);
  return settled;
}
