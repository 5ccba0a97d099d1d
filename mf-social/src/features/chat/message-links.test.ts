import { splitMessageText } from './message-links';

describe('links in a message', () => {
  const linksOf = (text: string) => splitMessageText(text).filter(({ href }) => href !== null);

  it.each([
    ['kein Link', []],
    [
      'Schau: https://a.example/karte?x=1.',
      [{ text: 'https://a.example/karte?x=1', href: 'https://a.example/karte?x=1' }],
    ],
    [
      '(www.a.example) und http://b.example!',
      [
        { text: 'www.a.example', href: 'https://www.a.example/' },
        { text: 'http://b.example', href: 'http://b.example/' },
      ],
    ],
  ])('are found in „%s“', (text, expectedLinks) => {
    expect(linksOf(text)).toEqual(expectedLinks);
  });

  it.each([
    'javascript:alert(1)',
    'https://bank.example@boese.example/',
    'https://localhost/x',
    'data:text/html,x',
    'https://',
  ])('are not found in %s', (text) => {
    expect(linksOf(text)).toEqual([]);
  });

  it.each([
    ['letters of another script', 'https://pаypal.example/login', 'https://xn--pypal-4ve.example/login'],
    [
      'the real host named behind it',
      'https://pаypal.example/?xn--pypal-4ve.example',
      'https://xn--pypal-4ve.example/?xn--pypal-4ve.example',
    ],
    [
      'the real host named behind a hash',
      'www.pаypal.example#www.xn--pypal-4ve.example',
      'https://www.xn--pypal-4ve.example/#www.xn--pypal-4ve.example',
    ],
    [
      'the real host named behind a stroke',
      'https://pаypal.example\\xn--pypal-4ve.example',
      'https://xn--pypal-4ve.example/xn--pypal-4ve.example',
    ],
    ['a Latin letter that looks like another', 'https://pɑypal.de/', 'https://xn--pypal-0jc.de/'],
    ['letters of one other script', 'https://рауре.example/', 'https://xn--80ak5abo.example/'],
    ['a sign that vanishes', 'https://bank\u{AD}.example/bank.example', 'https://bank.example/bank.example'],
    ['a number for an address', 'http://0x7f.1.1.1/127.1.1.1', 'http://127.1.1.1/127.1.1.1'],
  ])('show the real host when the written one only looks like it: %s', (_trick, linkText, expectedLabel) => {
    expect(linksOf(linkText)).toEqual([{ text: expectedLabel, href: expectedLabel }]);
  });

  it.each([
    'https://a.example',
    'HTTPS://A.Example/Karte',
    'www.a.example?x=b.example',
    'https://a.example:8443/karte',
    'https://a.example:443/',
    'https://a.example#b',
  ])('show the written text when it is the target: %s', (linkText) => {
    expect(linksOf(linkText).map(({ text }) => text)).toEqual([linkText]);
  });

  it.each([
    ['Siehe https://wiki.example/Bar_(Lokal)', 'https://wiki.example/Bar_(Lokal)'],
    ['(siehe https://wiki.example/Bar_(Lokal)).', 'https://wiki.example/Bar_(Lokal)'],
    ['(https://wiki.example/Bar)', 'https://wiki.example/Bar'],
    ['[https://wiki.example/x[1]], und', 'https://wiki.example/x[1]'],
    ['„https://wiki.example/Bar?“', 'https://wiki.example/Bar'],
    ['https://wiki.example/:)', 'https://wiki.example/'],
    ['{https://wiki.example/b}', 'https://wiki.example/b'],
    ['（https://wiki.example/b）', 'https://wiki.example/b'],
    ['「https://wiki.example/「b」」', 'https://wiki.example/「b」'],
    ['»https://wiki.example/karte«, oder', 'https://wiki.example/karte'],
    ['«https://wiki.example/karte»', 'https://wiki.example/karte'],
    ['“https://wiki.example/karte”', 'https://wiki.example/karte'],
    ['›https://wiki.example/karte‹', 'https://wiki.example/karte'],
    ['https://wiki.example/»Bar«', 'https://wiki.example/»Bar«'],
    ['https://wiki.example/„Bar“.', 'https://wiki.example/„Bar“'],
    ['https://wiki.example/a_(b)?x=1&y=ü#z!', 'https://wiki.example/a_(b)?x=1&y=ü#z'],
    ['https://wiki.example/o’neil’s', 'https://wiki.example/o’neil’s'],
    ['https://wiki.example/b)und', 'https://wiki.example/b'],
  ])('keep brackets that they open, and no punctuation around them: %s', (text, expectedLink) => {
    expect(linksOf(text).map((textPart) => textPart.text)).toEqual([expectedLink]);
  });

  it.each([
    'https://a.example/b…',
    'https://a.example/b。',
    'https://a.example/b，und',
    'https://a.example/b！？',
    'https://a.example/b؟',
    'https://a.example/b\u200b und',
    'https://a.example/b\u200bund',
    'https://a.example/b\ufeff.',
    'https://a.example/b\u200d',
    'https://a.example/b\u202e.',
    'https://a.example/b\u3000und',
  ])('end before the signs of a sentence in any script, wide or without width: %s', (text) => {
    const [firstLink, ...otherLinks] = linksOf(text);
    expect([firstLink?.href, otherLinks]).toEqual([
      text.includes('，und') ? `https://a.example/b${encodeURI('，und')}` : 'https://a.example/b',
      [],
    ]);
  });

  it.each([
    ['a,https://a.example/b', ['https://a.example/b']],
    ['https://a.example/b,https://b.example', ['https://a.example/b', 'https://b.example']],
    ['https://a.example;www.b.example', ['https://a.example', 'www.b.example']],
    ['https://a.example/?u=https://b.example', ['https://a.example/?u=https://b.example']],
    ['https://a.example/?https://b.example', ['https://a.example/?https://b.example']],
    ['https://sub.www.example/', ['https://sub.www.example/']],
  ])('are told apart without a space: %s', (text, expectedLinks) => {
    expect(linksOf(text).map((textPart) => textPart.text)).toEqual(expectedLinks);
  });

  it.each([
    ['Schau auf gespräch.de!', 'gespräch.de', 'https://xn--gesprch-9wa.de/'],
    ['gespräch.de/karte?tag=heute, ja?', 'gespräch.de/karte?tag=heute', 'https://xn--gesprch-9wa.de/karte?tag=heute'],
    ['(Gespräch.de)', 'Gespräch.de', 'https://xn--gesprch-9wa.de/'],
    ['www.gespräch.de', 'www.gespräch.de', 'https://www.xn--gesprch-9wa.de/'],
    ['https://gespräch.de/', 'https://gespräch.de/', 'https://xn--gesprch-9wa.de/'],
    ['https://gespra\u0308ch.de/', 'https://gespra\u0308ch.de/', 'https://xn--gesprch-9wa.de/'],
    ['https://gespräch.de:8443/', 'https://gespräch.de:8443/', 'https://xn--gesprch-9wa.de:8443/'],
    ['speise-karte.co.uk', 'speise-karte.co.uk', 'https://speise-karte.co.uk/'],
    ['MENSA.DE', 'MENSA.DE', 'https://mensa.de/'],
    ['https://例え.example', 'https://例え.example', 'https://xn--r8jz45g.example/'],
    ['https://президент.рф', 'https://президент.рф', 'https://xn--d1abbgf6aiiy.xn--p1ai/'],
  ])('show a host of another alphabet as it is written: %s', (text, expectedText, expectedHref) => {
    expect(linksOf(text)).toEqual([{ text: expectedText, href: expectedHref }]);
  });

  it.each([
    'anna@gespräch.de',
    'anna.blum@mensa.de',
    'info.de@mensa.test',
    'Bis dann.So um zwölf',
    'Gern.Info folgt',
    'karte.pdf',
    'um 12.30 Uhr',
    'z.B. heute',
    'mensa.dewitt',
    'www.',
    'mensa.de_alt',
  ])('are not found in a text that only looks like one: %s', (text) => {
    expect(linksOf(text)).toEqual([]);
  });

  it('keep the text around them', () => {
    const text = 'Erst www.a.example, dann www.b.example.';
    expect(
      splitMessageText(text)
        .map((textPart) => textPart.text)
        .join(''),
    ).toBe(text);
  });
});
