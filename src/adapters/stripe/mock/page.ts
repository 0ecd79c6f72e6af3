import { totalOf } from './sessions';
import type { StoredSession } from './state';

/** Renders the checkout page: plain HTML without scripts, for keyboard and screen reader. */
export function checkoutPage(session: StoredSession): string {
  const rows = session.items
    .map(
      (item) =>
        `<tr><th scope="row">${escape(item.name)}</th><td>${item.quantity}</td><td>${money(item.unitAmount * item.quantity, session.currency)}</td></tr>`,
    )
    .join('');
  const total = money(totalOf(session), session.currency);
  return page(
    'Checkout (test)',
    `<p>This is a mock of the payment processor. It needs no card, and no money moves.</p>
<table><caption>What you buy</caption>
<thead><tr><th scope="col">Item</th><th scope="col">Quantity</th><th scope="col">Price</th></tr></thead>
<tbody>${rows}</tbody>
<tfoot><tr><th scope="row" colspan="2">Total</th><td>${total}</td></tr></tfoot></table>
<form method="post" action="/c/pay/${escape(session.id)}"><button type="submit">Pay ${total}</button></form>
<form method="post" action="/c/pay/${escape(session.id)}/cancel"><button type="submit" class="quiet">Cancel</button></form>`,
  );
}

export function messagePage(title: string, sentence: string): string {
  return page(title, `<p>${escape(sentence)}</p>`);
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(title)}</title>
<style>
body{font:1.1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}
table{width:100%;border-collapse:collapse;margin:1rem 0}caption{text-align:left;font-weight:600}
th,td{text-align:left;padding:.4rem;border-bottom:1px solid #767676}
button{font:inherit;padding:.6rem 1.2rem;margin:.5rem 0;border:2px solid #1b4f9c;background:#1b4f9c;color:#fff;border-radius:.3rem}
button.quiet{background:#fff;color:#1b4f9c}:focus-visible{outline:3px solid #b35c00;outline-offset:2px}
</style></head>
<body><main><h1>${escape(title)}</h1>
${content}
</main></body>
</html>
`;
}

function money(minor: number, currency: string): string {
  return escape(`${(minor / 100).toFixed(2)} ${currency.toUpperCase()}`);
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
