import { placeOrder, statusOf } from '@mahlzeit/contract';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { failureTextOf } from './payment-failures';

const failure = (overrides: Partial<ApiError>): ApiError => ({ status: 402, code: 'mangopay-error', message: null, requestId: null, retryAfterMs: null, details: null, ...overrides });

const unknown = 'Das hat nicht geklappt. Versuch es noch einmal.';
const byBank = 'Deine Bank hat die Zahlung abgelehnt.';

describe('C22 the words for a failure, in the order of S2§8', () => {
  it.each<[string, Partial<ApiError>, string, string | null]>([
    ['a provider’s code in the message, before all else', { message: 'mangopay-error/101399', code: 'TotalPrice', status: 404, details: { ResultCode: '009101' } }, byBank, '101399'],
    ['a name of the store', { message: 'firebase/NoCard', code: 'x', status: 404 }, 'Diese Karte gibt es nicht mehr. Wähl eine andere oder PayPal.', null],
    ['an unknown name of the store', { message: 'firebase/NoIdea', code: 'x', status: 404 }, unknown, null],
    ['no message: not an empty one', { message: 'api-error', code: 'api-error', status: 409 }, unknown, null],
    ['PayPal’s issue in a message of JSON, before a code', { message: '{"name":"UNPROCESSABLE_ENTITY","details":[{"issue":"INSTRUMENT_DECLINED"}]}', details: { ResultCode: '101399' } }, 'PayPal hat die Zahlung abgelehnt.', null],
    ['a message of JSON without an issue', { message: '{"details":[]}' }, 'PayPal hat die Zahlung abgelehnt.', null],
    ['what the gateway says of a payment with PayPal', { message: '{"details":[{"issue":"neverArrived"}]}' }, 'Die Zahlung ist nicht zustande gekommen.', null],
    ['an object with a ResultCode', { message: 'mangopay-error', details: { ResultCode: '101399' } }, byBank, '101399'],
    ['a server’s name', { code: 'TotalPrice', message: 'TotalPrice', status: 409 }, 'Die Summe hat sich geändert. Sieh dir deinen Warenkorb noch einmal an.', null],
    ['an order’s time', { code: 'ErrorOrderTooSoon', message: 'ErrorOrderTooSoon', status: 400 }, 'Die Zeit ist zu knapp. Wähl eine spätere.', null],
    ['HTTP 400', { code: 'seltsam', message: 'seltsam', status: 400 }, 'Das konnte so nicht übernommen werden. Prüfe deine Angaben.', null],
    ['HTTP 401', { code: 'seltsam', message: 'seltsam', status: 401 }, 'Deine Anmeldung ist abgelaufen. Melde dich noch einmal an.', null],
    ['HTTP 403', { code: 'seltsam', message: 'seltsam', status: 403 }, 'Das darfst du hier leider nicht.', null],
    ['HTTP 404', { code: 'seltsam', message: 'seltsam', status: 404 }, 'Das gibt es hier nicht mehr.', null],
    ['HTTP 409', { code: 'seltsam', message: 'seltsam', status: 409 }, unknown, null],
    ['HTTP 500', { code: 'seltsam', message: 'seltsam', status: 500 }, unknown, null],
    ['nothing at all', { code: '', message: null, status: 0 }, unknown, null],
  ])('%s', (_, given, text, code) => {
    expect(failureTextOf(failure(given))).toEqual({ text, code, isNothingCharged: true });
  });

  it.each(['AlertTitle', 'constructor', 'NEVER_SEEN', 'neverArrived', '', '12', '1234567'])('never shows %p, a key or a number that nobody knows', (code) => {
    expect(failureTextOf(failure({ message: `mangopay-error/${code}` }))).toEqual({ text: 'Die Zahlung ist nicht zustande gekommen.', code: null, isNothingCharged: true });
  });

  it.each(['mangopay-error/tooLate', 'mangopay-error/amountMismatch', '{"details":[{"issue":"tooLate"}]}'])('doesn’t say of %s that nothing was charged', (message) => {
    expect(failureTextOf(failure({ message }))).toEqual({ text: 'Deine Zahlung kam an, aber die Bestellung ging nicht mehr. Du bekommst dein Geld zurück.', code: null, isNothingCharged: false });
  });
});

it.each(placeOrder.errors)('C22 has German words for %s', (code) => {
  const { text } = failureTextOf(failure({ code, message: code, status: statusOf(code) }));
  expect(text).toMatch(/^[A-ZÄÖÜ][^_{}]+\.$/);
  expect(text).not.toBe(unknown);
});
