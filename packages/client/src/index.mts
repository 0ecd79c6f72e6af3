/** The exports for `import`. Both formats share one copy of the code, so `instanceof ApiError` works in both. */
export * from './index.js';
