import { createVisitorCookies } from './visitor-cookies';

const cookies = createVisitorCookies('http://127.0.0.1:4000');

it('reads the ticket and the channel of a visitor, and ignores what it has not written', () => {
  expect(cookies.read(undefined)).toEqual({ ticket: null, channel: 'stable' });
  expect(cookies.read('mahlzeit_visitor_4000=42; mahlzeit_channel_4000=beta')).toEqual({ ticket: 42, channel: 'beta' });
  expect(cookies.read('mahlzeit_visitor_4000=420; mahlzeit_channel_4000=nightly')).toEqual({
    ticket: null,
    channel: 'stable',
  });
  expect(cookies.read('mahlzeit_visitor_4001=42')).toEqual({ ticket: null, channel: 'stable' });
});

it('draws tickets that it reads again, and changes none', () => {
  for (let draw = 0; draw < 200; draw += 1) {
    const { visitor, setCookie } = cookies.readForPage('mahlzeit_channel_4000=beta', true);
    expect(visitor).toEqual({ ticket: expect.any(Number), channel: 'beta' });
    expect(setCookie).toMatch(/; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    const ticketCookie = setCookie?.split(';')[0];
    expect(cookies.read(ticketCookie).ticket).toBe(visitor.ticket);
    expect(cookies.readForPage(ticketCookie, true).setCookie).toBeNull();
  }
});

it('makes a browser forget its ticket when nobody needs one any longer', () => {
  expect(cookies.readForPage(undefined, false).setCookie).toBeNull();
  expect(cookies.readForPage('mahlzeit_visitor_4000=42', false).setCookie).toContain(
    'mahlzeit_visitor_4000=; Max-Age=0',
  );
});

it('sends its cookies over HTTPS only, where the pages use it', () => {
  expect(createVisitorCookies('https://mahlzeit.example').readForPage(undefined, true).setCookie).toContain('; Secure');
});

it.each([
  ['/restaurants?channel=beta', '/restaurants', 'mahlzeit_channel_4000=beta; Max-Age=2592000'],
  ['/restaurants?a=1&channel=beta&b=2', '/restaurants?a=1&b=2', 'mahlzeit_channel_4000=beta'],
  ['/restaurants?channel=beta&channel=stable', '/restaurants', 'mahlzeit_channel_4000=; Max-Age=0'],
])('stores the channel of %s in a cookie and leads to %s', (address, location, setCookie) => {
  const redirect = cookies.findRedirect(address);
  expect(redirect?.location).toBe(location);
  expect(redirect?.setCookie).toContain(setCookie);
});

it.each([
  ['enters beta', undefined, 'beta', /^mahlzeit_channel_4000=beta; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/],
  ['stays in beta', 'mahlzeit_channel_4000=beta', 'beta', null],
  ['stays in stable', 'mahlzeit_visitor_4000=42', 'stable', null],
  ['returns to stable', 'mahlzeit_channel_4000=beta', 'stable', /^mahlzeit_channel_4000=; Max-Age=0; Path=\//],
  ['enters beta beside another port', 'mahlzeit_channel_4001=beta', 'beta', /^mahlzeit_channel_4000=beta;/],
] as const)(
  'changes the cookie only where the channel differs: a browser that %s',
  (_case, header, channel, setCookie) => {
    const change = cookies.changeChannel(header, channel);
    if (setCookie === null) expect(change).toBeNull();
    else expect(change).toMatch(setCookie);
  },
);

it.each(['/restaurants', '/restaurants?channel=nightly', '/restaurants?channel', '/restaurants?xchannel=beta'])(
  'leaves %s as it is',
  (address) => {
    expect(cookies.findRedirect(address)).toBeNull();
  },
);
