import { Validator } from '../../../src/domain/validator';
import { checkReturnUrl } from '../../../src/domain/tickets/return-url';

const isValid = (url: string | null | undefined, production = false): boolean => {
  const check = new Validator();
  checkReturnUrl(check, '/success_url', url, { production });
  return check.ok;
};

// @spec TK17
describe('the URL to return to after the checkout', () => {
  test.each([null, undefined, 'https://shop.example/done?session={CHECKOUT_SESSION_ID}#top'])('%s is valid', (url) => {
    expect([isValid(url), isValid(url, true)]).toEqual([true, true]);
  });

  test.each(['http://localhost:3000/done', 'http://127.0.0.1/done', 'http://127.1.2.3:9/', 'http://[::1]:3000/'])(
    'http on this machine (%s) is valid only outside production',
    (url) => {
      expect([isValid(url), isValid(url, true)]).toEqual([true, false]);
    },
  );

  test.each([
    'http://shop.example/',
    'http://localhost.shop.example/',
    'ftp://127.0.0.1/',
    'javascript:alert(1)',
    'data:text/html,hello',
    '//shop.example/',
    'https://user@shop.example/',
    'https://shop.example/a b',
    'https:\\\\shop.example',
    `https://shop.example/${'x'.repeat(2048)}`,
    '',
  ])('%s is invalid', (url) => {
    expect(isValid(url)).toBe(false);
  });
});
