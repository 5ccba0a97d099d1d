import { createMeasurementOutlet } from './measurement-outlet';

const startOutlet = () => {
  const sentUrls: URL[] = [];
  const pageLocation = {
    origin: 'https://mahlzeit.test',
    pathname: '/restaurants',
    search: '?token=geheim',
    hash: '#chatmessages/anna',
  };
  const measurementOutlet = createMeasurementOutlet({
    measurementId: 'G-1',
    clientId: '17.4',
    location: pageLocation,
    language: 'de-DE',
    send: (url) => void sentUrls.push(new URL(url)),
  });
  return { sent: sentUrls, outlet: measurementOutlet };
};

it('sends an event with its parameters by kind', () => {
  const { sent, outlet } = startOutlet();
  outlet({ kind: 'event', name: 'Bad version', parameters: { requiredVersion: 'neu', 'a b': 3 }, at: 7 });
  expect(Object.fromEntries(sent[0]?.searchParams ?? [])).toEqual({
    v: '2',
    tid: 'G-1',
    cid: '17.4',
    sid: '17.4',
    _s: '1',
    dl: 'https://mahlzeit.test/restaurants',
    ul: 'de-DE',
    en: 'Bad_version',
    'ep.requiredVersion': 'neu',
    'epn.a_b': '3',
  });
});

it('sends an error as an exception, without its stack', () => {
  const { sent, outlet } = startOutlet();
  outlet({ kind: 'event', name: 'show_details', parameters: {}, at: 7 });
  outlet({ kind: 'error', name: 'TypeError', parameters: { message: 'x is undefined', stack: 'at main.js:1' }, at: 7 });
  expect(Object.fromEntries(sent[1]?.searchParams ?? [])).toMatchObject({
    en: 'exception',
    'ep.description': 'TypeError: x is undefined',
    _s: '2',
  });
});

it.each(['4970107111111119', '4970 1071 1111 1119', '4970-1071-1111-1119', '675964982643', '6759649826438453123'])(
  'sends no card number of an error that names what it has read: %s',
  (cardNumber) => {
    const { sent, outlet } = startOutlet();
    outlet({
      kind: 'error',
      name: 'SyntaxError',
      parameters: { message: `${'at 12:30, '.repeat(7)}"${cardNumber}" of 890 is not valid`, stack: cardNumber },
      at: 7,
    });
    expect(sent[0]?.searchParams.get('ep.description')).toBe(`SyntaxError: ${'at 12:30, '.repeat(7)}"…" of 890 is not`);
  },
);

it('sends nothing of the query and the hash', () => {
  const { sent, outlet } = startOutlet();
  outlet({ kind: 'event', name: 'show_chatmessages', parameters: {}, at: 7 });
  expect(sent[0]?.href).not.toMatch(/geheim|anna/);
});
