import { createHash } from 'node:crypto';
import request from 'supertest';
import { sandboxHarnesses } from './testing/sandbox-harness';
import type { ReceivedMail } from './mail';

const harnessFactory = sandboxHarnesses();
const startMs = Date.parse('2026-06-24T09:30:00Z');

const aMail = (overrides: Partial<ReceivedMail> = {}): ReceivedMail => ({
  id: 'one',
  to: 'anna@mahlzeit.test',
  from: 'post@mahlzeit.test',
  subject: 'Dein Code',
  text: 'Dein Code: 042017',
  html: '<html><head></head><body><p>Dein Code</p></body></html>',
  headers: {},
  attachments: [],
  sentAt: startMs,
  ...overrides,
});

describe('a page of the sandbox', () => {
  it('has a policy that admits its style and its script', async () => {
    const { sandbox } = await harnessFactory.open();
    const page = await request(sandbox.app).get('/');
    const inlineTexts = [...page.text.matchAll(/<(style|script)>([^]*?)<\/\1>/g)].map(([, , text = '']) => text);
    expect(inlineTexts.length).toBeGreaterThan(0);
    for (const text of inlineTexts)
      expect(page.headers['content-security-policy']).toContain(createHash('sha256').update(text).digest('base64'));
  });
});

describe('the mails of the sandbox', () => {
  it('are listed newest first, each once and completely', async () => {
    const { sandbox } = await harnessFactory.open();
    sandbox.acceptMail(aMail());
    sandbox.acceptMail(aMail());
    sandbox.acceptMail(aMail({ id: 'two', to: 'ben@mahlzeit.test' }));
    const { body } = await request(sandbox.app).get('/mail');
    expect(body).toEqual([aMail({ id: 'two', to: 'ben@mahlzeit.test' }), aMail()]);
  });

  it('are found by their reader in any spelling of the address', async () => {
    const { sandbox } = await harnessFactory.open();
    sandbox.acceptMail(aMail({ to: 'Anna@Mahlzeit.test' }));
    sandbox.acceptMail(aMail({ id: 'two', to: 'ben@mahlzeit.test' }));
    const { body } = await request(sandbox.app).get('/mail').query({ to: ' ANNA@mahlzeit.test' });
    expect(body).toMatchObject([{ id: 'one', to: 'anna@mahlzeit.test' }]);
    expect((await request(sandbox.app).get('/mail').query({ to: 'cem@mahlzeit.test' })).body).toEqual([]);
  });

  it('survive a restart', async () => {
    const { sandbox, reopen } = await harnessFactory.open();
    sandbox.acceptMail(aMail());
    expect((await request((await reopen()).app).get('/mail')).body).toEqual([aMail()]);
  });

  it('keep their attachments, which people can read', async () => {
    const { sandbox, reopen } = await harnessFactory.open();
    const calendarAttachment = {
      name: 'mittagessen.ics',
      type: 'text/calendar; charset=utf-8; method=REQUEST',
      content: 'SUMMARY:<b>Käse</b>',
    };
    const mail = aMail({
      headers: { 'List-Unsubscribe': '<https://mahlzeit.test/mails/end/x>' },
      attachments: [calendarAttachment],
    });
    sandbox.acceptMail(mail);
    const { app } = await reopen();
    expect((await request(app).get('/mail')).body).toEqual([mail]);
    expect((await request(app).get('/').query({ mail: 'one' })).text).toMatch(
      /mittagessen\.ics[^]*<pre>SUMMARY:&lt;b&gt;Käse/,
    );
  });

  it('can be read by people, and their content can run nothing', async () => {
    const { sandbox } = await harnessFactory.open();
    sandbox.acceptMail(
      aMail({
        subject: '<script>alert(1)</script>',
        html: '<html><head></head><body><a href="http://127.0.0.1:4000/">hin</a></body></html>',
      }),
    );
    const page = await request(sandbox.app).get('/').query({ mail: 'one' });
    expect(page.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page.text).toMatch(
      /<iframe\s+src="\/mails\/one"[^>]*\ssandbox="allow-popups allow-popups-to-escape-sandbox"/,
    );
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    const mail = await request(sandbox.app).get('/mails/one');
    expect(mail.headers['content-security-policy']).toContain('sandbox allow-popups');
    expect(mail.text).toContain('<base target="_blank" rel="noopener">');
    expect((await request(sandbox.app).get('/mails/none')).status).toBe(404);
  });
});

describe('the clock of the sandbox', () => {
  it.each([
    ['epoch milliseconds', startMs + 1],
    ['an instant with an offset', '2026-06-24T12:00:00+02:00'],
    ['an instant without seconds', '2026-06-24T12:00+02:00'],
  ])('is moved to %s', async (_title, requestedTime) => {
    const { sandbox, clock } = await harnessFactory.open();
    const moveResponse = await request(sandbox.app).post('/clock').send({ now: requestedTime });
    const instant = typeof requestedTime === 'number' ? requestedTime : Date.parse(requestedTime);
    expect([moveResponse.status, moveResponse.body]).toEqual([200, { now: instant }]);
    expect(clock.moves).toEqual([instant]);
    expect((await request(sandbox.app).get('/clock')).body).toEqual({ now: instant });
  });

  it('moves backwards only by force', async () => {
    const { sandbox, clock } = await harnessFactory.open();
    const response = await request(sandbox.app)
      .post('/clock')
      .send({ now: startMs - 1 });
    expect([response.status, response.body.code]).toEqual([409, 'clockBackwards']);
    const forcedResponse = await request(sandbox.app)
      .post('/clock')
      .send({ now: startMs - 1, force: true });
    expect([forcedResponse.status, clock.now()]).toEqual([200, startMs - 1]);
  });

  it.each([
    [{}],
    [{ now: 'heute' }],
    [{ now: '2026-06-24T12:00:00' }],
    [{ now: -1 }],
    [{ now: 1.5 }],
    [{ now: 1e18 }],
    [{ now: null }],
  ])('refuses %j', async (body) => {
    const { sandbox, clock } = await harnessFactory.open();
    expect((await request(sandbox.app).post('/clock').send(body)).status).toBe(400);
    expect(clock.moves).toEqual([]);
  });

  it('is moved by the product’s own pages, which have another origin', async () => {
    const { sandbox } = await harnessFactory.open();
    const preflight = await request(sandbox.app).options('/clock');
    expect([preflight.status, preflight.headers['access-control-allow-headers']]).toEqual([204, 'Content-Type']);
    const moveResponse = await request(sandbox.app)
      .post('/clock')
      .send({ now: startMs + 1 });
    expect(moveResponse.headers['access-control-allow-origin']).toBe('http://127.0.0.1:4000');
  });

  it('isn’t moved by a form of another page', async () => {
    const { sandbox, clock } = await harnessFactory.open();
    expect(
      (
        await request(sandbox.app)
          .post('/clock')
          .type('text/plain')
          .send(JSON.stringify({ now: startMs + 1 }))
      ).status,
    ).toBe(400);
    expect((await request(sandbox.app).post('/clock').type('application/json').send('{')).status).toBe(400);
    expect(clock.moves).toEqual([]);
  });
});
