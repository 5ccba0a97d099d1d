import type { MeetupEmail, MeetupEvent } from './meetup-email';
import { renderEmail } from './render-email';

const emailContext = { supportEmail: 'hilfe@mahlzeit.test' };

const aMeetupEmail = (event: MeetupEvent, meetup: Partial<MeetupEmail['meetup']> = {}): MeetupEmail => ({
  kind: 'meetup',
  to: 'ben@mahlzeit.test',
  event,
  meetup: {
    at: Date.parse('2026-06-24T10:30:00Z'),
    status: 'accepted',
    isTakeAway: false,
    isOwn: false,
    isPending: false,
    ownerName: 'Anna',
    place: 'Elbkantine',
    address: 'Große Elbstraße 14a, Hamburg',
    ...meetup,
  },
  url: 'https://mahlzeit.test/restaurants#invitations',
  calendar: { method: 'REQUEST', name: 'mittagessen.ics', content: '' },
  endUrl: 'https://mahlzeit.test/mails/end/t0k3n',
});

it.each<[MeetupEvent, Partial<MeetupEmail['meetup']>, string, RegExp]>([
  [
    'invited',
    { status: 'pending' },
    'Anna möchte mit dir essen: Elbkantine',
    /Anna lädt dich zum Essen ein[^]*Elbkantine\nGroße Elbstraße 14a, Hamburg\nMittwoch, 24\. Juni, 12:30 Uhr\nVor Ort/,
  ],
  [
    'invited',
    { ownerName: '', isTakeAway: true, address: '' },
    'Jemand möchte mit dir essen: Elbkantine',
    /Elbkantine\nMittwoch[^\n]*\nZum Mitnehmen/,
  ],
  ['statusChanged', {}, 'Das Treffen steht: Elbkantine', /das Treffen mit Anna findet statt/],
  [
    'statusChanged',
    { isPending: true },
    'Das Treffen steht: Elbkantine',
    /das Treffen mit Anna findet statt\. Deine Antwort steht noch aus\./,
  ],
  ['statusChanged', { isOwn: true }, 'Das Treffen steht: Elbkantine', /dein Treffen findet statt/],
  [
    'statusChanged',
    { isOwn: true, status: 'pending' },
    'Das Treffen ist wieder offen: Elbkantine',
    /für dein Treffen hat gerade niemand fest zugesagt/,
  ],
  [
    'statusChanged',
    { isOwn: true, status: 'declined' },
    'Alle haben abgesagt: Elbkantine',
    /für dein Treffen haben alle abgesagt/,
  ],
  [
    'canceled',
    { status: 'canceled' },
    'Abgesagt: Elbkantine, Mittwoch, 24. Juni, 12:30 Uhr',
    /das Treffen mit Anna findet nicht statt[^]*nimmt ihn die Datei/,
  ],
  [
    'canceled',
    { status: 'canceled', ownerName: '' },
    'Abgesagt: Elbkantine, Mittwoch, 24. Juni, 12:30 Uhr',
    /das Treffen findet nicht statt/,
  ],
  ['declined', {}, 'Du hast abgesagt: Elbkantine', /für dieses Treffen abgesagt[^]*nimmt ihn die Datei/],
  ['joined', {}, 'Du bist dabei: Elbkantine', /schön, dass du mitkommst\. Anna weiß schon Bescheid/],
  [
    'reminded',
    {},
    'Denk an das Treffen: Elbkantine, Mittwoch, 24. Juni, 12:30 Uhr',
    /Anna erinnert dich an euer Treffen/,
  ],
])('reports the event %s of %j', (event, meetup, expectedSubject, expectedText) => {
  const { subject: mailSubject, text } = renderEmail(aMeetupEmail(event, meetup), emailContext);
  expect(mailSubject).toBe(expectedSubject);
  expect(text).toMatch(expectedText);
  expect(text).not.toMatch(/[{}]/);
});

it('links to the end of such messages in both forms, and to the meetup where there is one', () => {
  const { text, html } = renderEmail(aMeetupEmail('invited'), emailContext);
  expect(text.match(/https?:\S+/g)).toEqual([
    'https://mahlzeit.test/restaurants#invitations',
    'https://mahlzeit.test/mails/end/t0k3n',
  ]);
  expect(html.match(/href="[^"]*"/g)).toEqual([
    'href="https://mahlzeit.test/restaurants#invitations"',
    'href="https://mahlzeit.test/mails/end/t0k3n"',
  ]);
  expect(renderEmail(aMeetupEmail('canceled'), emailContext).text.match(/https?:\S+/g)).toEqual([
    'https://mahlzeit.test/mails/end/t0k3n',
  ]);
});

it('escapes names', () => {
  const { text, html } = renderEmail(
    aMeetupEmail('invited', { ownerName: '<b>{place}</b>', place: '$& {when}' }),
    emailContext,
  );
  expect(text).toContain('<b>{place}</b> lädt dich');
  expect(text).toContain('$& {when}\n');
  expect(html).not.toContain('<b>');
});
