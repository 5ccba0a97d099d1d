import type { AddressInfo } from 'node:net';
import { ok } from '@mahlzeit/contract';
import { SMTPServer } from 'smtp-server';
import { createSmtpTransport, transportUrlOf } from './mail-transport';

interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly source: string;
}

interface TestMailServer {
  readonly url: string;
  readonly received: ReceivedMail[];
}

const mail = {
  id: 'b6pYq',
  from: 'post@mahlzeit.test',
  to: 'anna@mahlzeit.test',
  subject: 'Schön, dass du bleibst',
  text: 'Grüße',
  html: '<p>Grüße</p>',
  calendar: null,
  headers: {},
  sentAt: Date.parse('2026-06-24T09:30:00Z'),
};

const createRejection = (text: string, responseCode: number): Error => Object.assign(new Error(text), { responseCode });

describe('transportUrlOf', () => {
  const settingsOf = (url: string): object => Object.fromEntries(new URL(transportUrlOf(url)).searchParams);

  it('bounds each wait, and reads no files and addresses into a mail', () =>
    expect(settingsOf('smtp://user:secret@mail.example:587')).toEqual({
      connectionTimeout: '4000',
      greetingTimeout: '4000',
      socketTimeout: '8000',
      disableFileAccess: 'true',
      disableUrlAccess: 'true',
      requireTLS: 'true',
    }));

  it.each([
    ['smtp://localhost:25', 'false'],
    ['smtp://127.0.0.1:25', 'false'],
    ['smtp://[::1]:25', 'false'],
    ['smtp://127.0.0.1.example', 'true'],
    ['smtp://mail.example?requireTLS=false', 'false'],
  ])('requires TLS of %s: %s', (url, requireTLS) => expect(settingsOf(url)).toMatchObject({ requireTLS }));
});

describe('createSmtpTransport', () => {
  const serverClosers: (() => Promise<void>)[] = [];

  afterEach(async () => {
    for (const closeServer of serverClosers.splice(0)) await closeServer();
  });

  const startServer = async (
    checkRecipient: (address: string) => Error | null = () => null,
  ): Promise<TestMailServer> => {
    const receivedMails: ReceivedMail[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onAuth: ({ username, password }, _smtpSession, smtpCallback) =>
        password === 'geheim' ? smtpCallback(null, { user: username }) : smtpCallback(createRejection('wrong', 535)),
      onRcptTo: ({ address }, _smtpSession, smtpCallback) => smtpCallback(checkRecipient(address)),
      onData(messageStream, { envelope }, smtpCallback) {
        const messageChunks: Buffer[] = [];
        messageStream.on('data', (messageChunk: Buffer) => messageChunks.push(messageChunk));
        messageStream.on('end', () => {
          const senderAddress = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
          receivedMails.push({
            from: senderAddress,
            to: envelope.rcptTo.map(({ address }) => address),
            source: Buffer.concat(messageChunks).toString('utf8'),
          });
          smtpCallback();
        });
      },
    });
    server.on('error', () => undefined); // A client that disconnects early doesn't fail this test.
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    serverClosers.push(() => new Promise((resolve) => server.close(() => resolve())));
    const serverAddress: AddressInfo | string | null = server.server.address();
    if (serverAddress === null || typeof serverAddress === 'string') throw new Error('The server has no port');
    return { url: `smtp://127.0.0.1:${serverAddress.port}`, received: receivedMails };
  };

  it('sends text and HTML with sender and time', async () => {
    const { url, received: receivedMails } = await startServer();
    expect(await createSmtpTransport(url).deliver(mail)).toEqual({ ok: true, value: undefined });
    const [firstMail] = receivedMails;
    expect(firstMail).toMatchObject({ from: 'post@mahlzeit.test', to: ['anna@mahlzeit.test'] });
    expect(firstMail?.source).toMatch(/^From: Mahlzeit <post@mahlzeit\.test>\r$/m);
    expect(firstMail?.source).toMatch(/^Message-ID: <b6pYq@mahlzeit\.test>\r$/m);
    expect(firstMail?.source).toMatch(/^Date: Wed, 24 Jun 2026 09:30:00 \+0000\r$/m);
    expect(firstMail?.source).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(firstMail?.source).toMatch(/text\/plain[^]*text\/html/);
  });

  it('sends a meetup as an alternative form and as a file, with the header that ends such messages', async () => {
    const { url, received: receivedMails } = await startServer();
    const calendarAttachment = {
      method: 'REQUEST',
      name: 'mittagessen.ics',
      content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
    };
    const headers = {
      'List-Unsubscribe': '<https://mahlzeit.test/mails/end/x>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    };
    await createSmtpTransport(url).deliver({ ...mail, calendar: calendarAttachment, headers });
    const mailSource = receivedMails[0]?.source.replace(/\r\n[ \t]+/g, ' ') ?? '';
    expect(mailSource).toMatch(/^List-Unsubscribe: <https:\/\/mahlzeit\.test\/mails\/end\/x>\r$/m);
    expect(mailSource).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    expect(mailSource).toMatch(
      /multipart\/alternative[^]*text\/plain[^]*text\/html[^]*^Content-Type: text\/calendar; charset=utf-8; method=REQUEST\r$/m,
    );
    expect(mailSource).toMatch(/^Content-Type: application\/ics; name=mittagessen\.ics\r$/m);
    expect(mailSource.match(/^List-|^Content-Type: text\/calendar/gm)).toHaveLength(3);
  });

  it('signs in with user and password of the URL', async () => {
    const { url, received: receivedMails } = await startServer();
    expect(await createSmtpTransport(url.replace('//', '//post:geheim@')).deliver(mail)).toMatchObject({ ok: true });
    expect(receivedMails).toHaveLength(1);
    expect(await createSmtpTransport(url.replace('//', '//post:falsch@')).deliver(mail)).toMatchObject({
      ok: false,
      error: { kind: 'unreachable' },
    });
  });

  it.each([
    ['550', 'refused'],
    ['451', 'later'],
  ])('takes the reply %s as %s', async (smtpReplyCode, deliveryErrorKind) => {
    const { url } = await startServer(() => createRejection('no', Number(smtpReplyCode)));
    expect(await createSmtpTransport(url).deliver(mail)).toEqual({
      ok: false,
      error: { kind: deliveryErrorKind, reason: smtpReplyCode },
    });
  });

  it('sends nothing to another machine without TLS, unless the URL says so', async () => {
    const { url, received: receivedMails } = await startServer();
    // Address 0.0.0.0, by which Linux also connects to this machine, although it isn't one of its own names.
    const otherUrl = url.replace('127.0.0.1', '0.0.0.0');
    expect(await createSmtpTransport(otherUrl).deliver(mail)).toMatchObject({ error: { kind: 'unreachable' } });
    expect(receivedMails).toEqual([]);
    expect(await createSmtpTransport(`${otherUrl}?requireTLS=false`).deliver(mail)).toEqual(ok(undefined));
    expect(receivedMails).toHaveLength(1);
  });

  it('distinguishes an unreachable server from a refused message', async () => {
    const { url } = await startServer();
    for (const closeServer of serverClosers.splice(0)) await closeServer();
    expect(await createSmtpTransport(url).deliver(mail)).toEqual({
      ok: false,
      error: { kind: 'unreachable', reason: 'ESOCKET' },
    });
  });

  it('sends to one address, whatever characters it contains', async () => {
    const { url, received: receivedMails } = await startServer();
    await createSmtpTransport(url).deliver({ ...mail, to: 'anna,ben@mahlzeit.test' });
    await createSmtpTransport(url).deliver({ ...mail, to: 'anna@mahlzeit.test\r\nBcc: eve@mahlzeit.test' });
    expect(receivedMails.flatMap(({ to }) => to)).not.toContain('ben@mahlzeit.test');
    expect(receivedMails.flatMap(({ to }) => to)).not.toContain('eve@mahlzeit.test');
    expect(receivedMails.every(({ to }) => to.length === 1)).toBe(true);
    expect(receivedMails.map(({ source }) => source).join('\n')).not.toMatch(/^Bcc:/m);
  });
});
