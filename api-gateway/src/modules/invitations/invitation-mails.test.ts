import { aRestaurant } from '@mahlzeit/contract/fixtures';
import ICAL from 'ical.js';
import * as z from 'zod/mini';
import { testGateways, type TestGateway } from '../../platform/testing/test-gateway';
import { outcomeOf } from '../identity/testing/people';
import { signInAgain, registerCompanion, type Companion } from '../chat/testing/companions';
import { makeContacts, blockUser } from '../contacts/testing/relations';
import { readWaitingMails } from '../mail/testing/waiting-mails';
import { sendAnswer, inHours, invite, joinByLink, insertRestaurant, RESTAURANT_KEY, tokenOf } from './testing/meetups';
import { MAX_MAILED_INVITATIONS_PER_DAY, MAX_MAILED_INVITATIONS_OF_STRANGERS_PER_DAY } from './mail-recipients';

const MeetupMail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  calendar: z.object({ method: z.string(), content: z.string() }),
  endUrl: z.string(),
});

const calendarEventOf = (calendarContent: string): ICAL.Component => {
  const event = new ICAL.Component(ICAL.parse(calendarContent)).getFirstSubcomponent('vevent');
  if (event === null) throw new Error('The calendar file has no event');
  return event;
};

describe('mails about meetups', () => {
  const gateways = testGateways();
  let gateway: TestGateway;
  let anna: Companion;
  let ben: Companion;
  let cem: Companion;

  beforeEach(async () => {
    // Uses an SMTP URL at which no server listens, so that all e-mails stay in the outbox, where the test reads them.
    gateway = await gateways.start({ environment: { SMTP_URL: 'smtp://127.0.0.1:9' } });
    [anna, ben, cem] = [
      await registerCompanion(gateway, 'anna'),
      await registerCompanion(gateway, 'ben'),
      await registerCompanion(gateway, 'cem'),
    ];
    await makeContacts(gateway, [anna, ben, cem]);
    await insertRestaurant(
      gateway,
      aRestaurant({ key: RESTAURANT_KEY, routingName: RESTAURANT_KEY, name: 'Elbkantine' }),
    );
  });

  /** Returns the e-mails that were added to the outbox since the last call. */
  const takeMeetupMails = async () => {
    const waitingMails = await readWaitingMails(gateway);
    await gateway.database.write(({ knex }) => knex('job').where({ kind: 'mail/deliver' }).delete());
    return waitingMails.flatMap((waitingMail) => {
      const parsedMail = MeetupMail.safeParse(waitingMail);
      return parsedMail.success ? [parsedMail.data] : [];
    });
  };

  const summarizeNewMails = async () =>
    (await takeMeetupMails()).map(({ to, subject, calendar: { method, content } }) => {
      const event = calendarEventOf(content);
      return [
        to.replace(/@.*/, ''),
        subject.replace(/:.*/, ''),
        method,
        event.getFirstPropertyValue('status'),
        Number(event.getFirstPropertyValue('sequence')),
        event.getFirstProperty('attendee')?.getParameter('partstat'),
      ].join(' ');
    });

  it('invite each guest, with a file that names only its reader', async () => {
    const { key } = await invite(gateway, anna, [ben, cem]);
    const sentMails = await takeMeetupMails();
    expect(sentMails.map(({ to }) => to).sort()).toEqual([ben.email, cem.email]);
    for (const { to, subject, text, html, calendar } of sentMails) {
      expect(subject).toBe('anna möchte mit dir essen: Elbkantine');
      const event = calendarEventOf(calendar.content);
      expect(event.getFirstPropertyValue('uid')).toBe(`${key}@127.0.0.1`);
      expect(event.getAllProperties('attendee').map((attendeeProperty) => attendeeProperty.getFirstValue())).toEqual([
        `mailto:${to}`,
      ]);
      expect(event.getFirstProperty('organizer')?.getFirstValue()).toBe('mailto:post@mahlzeit.test');
      const mailAddresses = `${text}${html}${calendar.content.replaceAll('\r\n ', '')}`.match(/[\w.]+@mahlzeit\.test/g);
      expect(new Set(mailAddresses)).toEqual(new Set([to, 'post@mahlzeit.test']));
    }
    expect(new Set(sentMails.map(({ endUrl }) => endUrl)).size).toBe(2);
  });

  it('keep one UID and a growing sequence number for the whole meetup', async () => {
    const { key } = await invite(gateway, anna, [ben, cem]);
    expect((await summarizeNewMails()).sort()).toEqual([
      'ben anna möchte mit dir essen REQUEST TENTATIVE 0 NEEDS-ACTION',
      'cem anna möchte mit dir essen REQUEST TENTATIVE 0 NEEDS-ACTION',
    ]);
    await sendAnswer(ben, key, 'accepted');
    expect((await summarizeNewMails()).sort()).toEqual([
      'anna Das Treffen steht REQUEST CONFIRMED 1 ACCEPTED',
      'ben Das Treffen steht REQUEST CONFIRMED 1 ACCEPTED',
      'cem Das Treffen steht REQUEST CONFIRMED 1 NEEDS-ACTION',
    ]);
    await sendAnswer(ben, key, 'declined');
    expect((await summarizeNewMails()).sort()).toEqual([
      'anna Das Treffen ist wieder offen REQUEST TENTATIVE 2 ACCEPTED',
      'ben Du hast abgesagt CANCEL CANCELLED 2 DECLINED',
      'cem Das Treffen ist wieder offen REQUEST TENTATIVE 2 NEEDS-ACTION',
    ]);
    await joinByLink(ben, await tokenOf(anna, key));
    expect((await summarizeNewMails()).sort()).toEqual([
      'anna Das Treffen steht REQUEST CONFIRMED 3 ACCEPTED',
      'ben Du bist dabei REQUEST CONFIRMED 3 ACCEPTED',
      'cem Das Treffen steht REQUEST CONFIRMED 3 NEEDS-ACTION',
    ]);
    await sendAnswer(anna, key, 'canceled');
    expect((await summarizeNewMails()).sort()).toEqual([
      'anna Abgesagt CANCEL CANCELLED 4 ACCEPTED',
      'ben Abgesagt CANCEL CANCELLED 4 ACCEPTED',
      'cem Abgesagt CANCEL CANCELLED 4 NEEDS-ACTION',
    ]);
  });

  it('remind the guests who come', async () => {
    const { key, chatKey, messageKey } = await invite(gateway, anna, [ben]);
    await sendAnswer(ben, key, 'accepted');
    await takeMeetupMails();
    expect(outcomeOf(await anna.call('POST', '/api/chat/sendInvitationReminder', { chatKey, messageKey }))).toEqual([
      200,
    ]);
    expect(await summarizeNewMails()).toEqual(['ben Denk an das Treffen REQUEST CONFIRMED 1 ACCEPTED']);
  });

  it('skip users who have ended them, are not verified or have left', async () => {
    await ben.call('PATCH', '/api/users/me', { meetupMails: false });
    await gateway.database.write(({ knex }) =>
      knex('user').where({ uid: cem.uid }).update({ is_email_verified: false }),
    );
    await invite(gateway, anna, [ben, cem]);
    expect(await summarizeNewMails()).toEqual([]);
  });

  it('skip guests who block the owner', async () => {
    const { key } = await invite(gateway, anna, [ben, cem]);
    await takeMeetupMails();
    await blockUser(gateway, ben, anna);
    await sendAnswer(anna, key, 'canceled');
    expect(await summarizeNewMails()).toEqual(['cem Abgesagt CANCEL CANCELLED 1 NEEDS-ACTION']);
  });

  it('report a cancellation to everybody who has accepted, regardless of blocks', async () => {
    const { key } = await invite(gateway, anna, [ben, cem]);
    await sendAnswer(ben, key, 'accepted');
    await blockUser(gateway, ben, anna);
    await takeMeetupMails();
    await sendAnswer(anna, key, 'canceled');
    expect((await summarizeNewMails()).sort()).toEqual([
      'anna Abgesagt CANCEL CANCELLED 2 ACCEPTED',
      'ben Abgesagt CANCEL CANCELLED 2 ACCEPTED',
      'cem Abgesagt CANCEL CANCELLED 2 NEEDS-ACTION',
    ]);
  });

  it("invite a guest who doesn't have the owner among their contacts", async () => {
    const wanda = await registerCompanion(gateway, 'wanda');
    await anna.call('PATCH', '/api/contacts/add', { contacts: [wanda.uid] });
    const { key } = await invite(gateway, anna, [wanda, ben]);
    expect([(await summarizeNewMails()).sort(), (await wanda.notices()).map(({ kind }) => kind)]).toEqual([
      [
        'ben anna möchte mit dir essen REQUEST TENTATIVE 0 NEEDS-ACTION',
        'wanda anna möchte mit dir essen REQUEST TENTATIVE 0 NEEDS-ACTION',
      ],
      ['contact', 'invitation'],
    ]);
    await sendAnswer(wanda, key, 'accepted');
    expect((await summarizeNewMails()).sort()).toEqual([
      'anna Das Treffen steht REQUEST CONFIRMED 1 ACCEPTED',
      'ben Das Treffen steht REQUEST CONFIRMED 1 NEEDS-ACTION',
      'wanda Das Treffen steht REQUEST CONFIRMED 1 ACCEPTED',
    ]);
  });

  it('limit the invitations of all strangers to a guest per day, without those of contacts', async () => {
    const [wanda, strangers] = [
      await registerCompanion(gateway, 'wanda'),
      await Promise.all(['s1', 's2', 's3'].map((strangerName) => registerCompanion(gateway, strangerName))),
    ];
    await makeContacts(gateway, [wanda, ben]);
    let invitationCount = 0;
    for (const strangerCompanion of strangers) {
      await strangerCompanion.call('PATCH', '/api/contacts/add', { contacts: [wanda.uid] });
      for (
        let invitationIndex = 0;
        invitationIndex < MAX_MAILED_INVITATIONS_PER_DAY;
        invitationIndex += 1, invitationCount += 1
      )
        await invite(gateway, strangerCompanion, [wanda]);
    }
    expect([invitationCount > MAX_MAILED_INVITATIONS_OF_STRANGERS_PER_DAY, (await takeMeetupMails()).length]).toEqual([
      true,
      MAX_MAILED_INVITATIONS_OF_STRANGERS_PER_DAY,
    ]);
    await invite(gateway, ben, [wanda]);
    expect((await takeMeetupMails()).map(({ to }) => to)).toEqual([wanda.email]);
    expect((await wanda.notices()).filter(({ kind }) => kind === 'invitation')).toHaveLength(invitationCount + 1);
  });

  it("cancel nothing in the owner's calendar that it never contained", async () => {
    const { key } = await invite(gateway, anna, [ben]);
    await takeMeetupMails();
    await sendAnswer(anna, key, 'canceled');
    expect(await summarizeNewMails()).toEqual(['ben Abgesagt CANCEL CANCELLED 1 NEEDS-ACTION']);
  });

  it('limit the invitations of one owner to a guest per day; the guest finds the others in the app', async () => {
    for (let invitationIndex = 0; invitationIndex < MAX_MAILED_INVITATIONS_PER_DAY; invitationIndex += 1)
      await invite(gateway, anna, [ben]);
    expect((await takeMeetupMails()).map(({ to }) => to)).toEqual(
      Array.from({ length: MAX_MAILED_INVITATIONS_PER_DAY }, () => ben.email),
    );
    const { key, chatKey, messageKey } = await invite(gateway, anna, [ben, cem]);
    expect([(await takeMeetupMails()).map(({ to }) => to), (await ben.notices()).length]).toEqual([
      [cem.email],
      MAX_MAILED_INVITATIONS_PER_DAY + 1,
    ]);
    // A guest to whom the invitation was not mailed gets no e-mail about a reminder or a cancellation either.
    await sendAnswer(cem, key, 'accepted');
    await takeMeetupMails();
    await anna.call('POST', '/api/chat/sendInvitationReminder', { chatKey, messageKey });
    await sendAnswer(anna, key, 'canceled');
    expect((await takeMeetupMails()).map(({ to }) => to.replace(/@.*/, '')).sort()).toEqual(['anna', 'cem', 'cem']);
    await invite(gateway, cem, [ben]);
    expect((await takeMeetupMails()).map(({ to }) => to)).toEqual([ben.email]);
    gateway.clock.advance(24 * 60 * 60_000);
    anna = await signInAgain(gateway, anna);
    await invite(gateway, anna, [ben]);
    expect((await takeMeetupMails()).map(({ to }) => to)).toEqual([ben.email]);
  });

  it('remove a meetup from the calendar of a guest whom the owner blocks', async () => {
    const { key } = await invite(gateway, anna, [ben, cem]);
    await sendAnswer(ben, key, 'accepted');
    await takeMeetupMails();
    await anna.call('PATCH', '/api/users/block', { users: [ben.uid] });
    expect((await summarizeNewMails()).sort()).toEqual([
      'anna Das Treffen ist wieder offen REQUEST TENTATIVE 2 ACCEPTED',
      'ben Du bist nicht mehr dabei CANCEL CANCELLED 2 DECLINED',
      'cem Das Treffen ist wieder offen REQUEST TENTATIVE 2 NEEDS-ACTION',
    ]);
  });

  it('are not written where their transaction fails', async () => {
    await expect(invite(gateway, anna, [ben], { date: inHours(gateway, -2) })).rejects.toThrow('ErrorDatePast');
    expect(await summarizeNewMails()).toEqual([]);
  });

  it('contain the same file that attendees, and only they, can download', async () => {
    const { key } = await invite(gateway, anna, [ben], { date: '2026-06-24T13:30:00+02:00' });
    const downloadCalendar = (companion: Companion) =>
      fetch(`${gateway.url}/api/invitations/${key}/calendar.ics`, {
        headers: { Authorization: `Bearer ${companion.idToken}` },
      });
    const response = await downloadCalendar(ben);
    const calendarContent = await response.text();
    expect([
      response.status,
      response.headers.get('content-type'),
      response.headers.get('content-disposition'),
    ]).toEqual([200, 'text/calendar; charset=utf-8', 'attachment; filename=mittagessen.ics']);
    expect(calendarContent).toContain('METHOD:PUBLISH\r\n');
    expect(new ICAL.Event(calendarEventOf(calendarContent)).startDate.toJSDate().getTime()).toBe(
      Date.parse('2026-06-24T11:30:00Z'),
    );
    expect(calendarContent).not.toMatch(/(?:anna|ben)@/);
    expect((await downloadCalendar(cem)).status).toBe(404);
    await sendAnswer(anna, key, 'canceled');
    expect(await (await downloadCalendar(ben)).text()).toMatch(/METHOD:CANCEL[^]*SEQUENCE:1[^]*STATUS:CANCELLED/);
  });
});
