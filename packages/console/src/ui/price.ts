/** A price of a currency, given in its minor unit. */
export function formatPrice(minor: number, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(minor / 100);
}
