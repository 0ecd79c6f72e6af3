import { useCallback, useEffect, useRef } from 'react';

/** The pause in typing after which a text takes effect. */
const PAUSE_MS = 350;

/** Returns the function with a delay: only the last call of a burst happens. */
export function usePause<Value>(apply: (value: Value) => void): (value: Value) => void {
  const latest = useRef(apply);
  latest.current = apply;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback((value) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(value), PAUSE_MS);
  }, []);
}
