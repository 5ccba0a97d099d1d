import { chatTopic } from '@mahlzeit/contract';
import { Client } from 'pg';
import * as z from 'zod/mini';
import { registerCompanion, type Companion } from './modules/chat/testing/companions';
import { makeContacts } from './modules/contacts/testing/relations';
import { createBrowser, type HttpAnswer } from './modules/identity/testing/people';
import { connectLive } from './platform/testing/live-test-client';
import { createPostgresServer } from './platform/testing/postgres-server';
import { testGateways, type TestGateway } from './platform/testing/test-gateway';

const WRITERS = 3;
const READERS = 2;
/** Number of successful requests in each loop of the test before the server ends, and after it runs again. */
const REQUESTS_OF_LOOP = 6;

const MessageItem = z.object({ content: z.string() });

interface MessageRow {
  readonly content: string;
  readonly seq: number;
}

/** Creates an event of the test, for which several callers can wait. */
const createEvent = () => {
  let announce = () => {};
  const whenAnnounced = new Promise<void>((resolve) => {
    announce = resolve;
  });
  return { announce, whenAnnounced };
};

describe('a gateway on a PostgreSQL that ends under its load', () => {
  const gateways = testGateways();
  const server = createPostgresServer();
  let gateway: TestGateway;
  let anna: Companion;
  let ben: Companion;
  let chatKey = '';

  beforeAll(async () => {
    await server.start();
    gateway = await gateways.start({ environment: { DATABASE_URL: server.url } });
    [anna, ben] = [await registerCompanion(gateway, 'anna'), await registerCompanion(gateway, 'ben')];
    await makeContacts(gateway, [anna, ben]);
    chatKey = await anna.chatWith(ben);
  });
  afterAll(async () => {
    await gateway.close();
    await server.stop();
    server.remove();
  });

  /** Reads the texts of all messages in the test's chat, the oldest first. */
  const readTexts = async (): Promise<string[]> => {
    const messageRows = await gateway.database.knex<MessageRow>('chat_message').orderBy('seq');
    return messageRows.map(({ content }) => content);
  };

  const refusalsOf = (answers: readonly HttpAnswer[]) =>
    answers
      .filter(({ status }) => status !== 200)
      .map(({ status, headers, body }) => ({ status, retryAfter: headers.get('Retry-After'), body }));

  /** Follows the chat as pages do: after a cut connection or a failure it continues from its last position. */
  const followChat = (lastText: string) => {
    const topic = chatTopic(chatKey);
    const isReading = createEvent();
    const receivedTexts: string[] = [];
    let cursor: string | undefined;

    const followOnce = async (): Promise<void> => {
      const client = await connectLive(gateway.url, { token: ben.idToken });
      try {
        const whenRefused = client.next('err').then(({ code }) => Promise.reject(new Error(code)));
        // Ignores the rejection, because the connection may also end after the last message.
        whenRefused.catch(() => undefined);
        client.say({ op: 'sub', id: topic, topic, ...(cursor === undefined ? {} : { cursor }) });
        cursor ??= (await Promise.race([client.next('live'), whenRefused])).cursor;
        isReading.announce();
        while (receivedTexts.at(-1) !== lastText) {
          const { ops, cursor: newCursor } = await Promise.race([client.next('delta'), whenRefused]);
          cursor = newCursor;
          for (const op of ops)
            if (op.kind === 'put' && op.collection === 'messages')
              receivedTexts.push(MessageItem.parse(op.value).content);
        }
      } finally {
        client.terminate();
      }
    };
    const whenFinished = (async () => {
      while (receivedTexts.at(-1) !== lastText) await followOnce().catch(() => undefined);
      return receivedTexts;
    })();
    return { whenReading: isReading.whenAnnounced, whenFinished };
  };

  it.each(['stop', 'crash'] as const)(
    'answers 503 with Retry-After until it is back, and loses no message of an open page (%s)',
    async (end) => {
      const [hasEnded, isBack] = [createEvent(), createEvent()];
      const answers: HttpAnswer[] = [];
      const follower = followChat(`${end} last`);
      await follower.whenReading;

      /** Repeats a request until it succeeds. While the server doesn't run, one refusal is enough. */
      const callUntilAnswered = async (call: () => Promise<HttpAnswer>): Promise<void> => {
        for (;;) {
          const answer = await call();
          answers.push(answer);
          if (answer.status === 200) return;
          await isBack.whenAnnounced;
        }
      };
      const runLoop = async (call: (index: number) => Promise<HttpAnswer>, onHalf: () => void): Promise<void> => {
        for (let index = 0; index < REQUESTS_OF_LOOP; index += 1) await callUntilAnswered(() => call(index));
        onHalf();
        // Starts requests that are in progress when the server ends.
        for (let index = REQUESTS_OF_LOOP; answers.every(({ status }) => status === 200); index += 1)
          await callUntilAnswered(() => call(index));
        await isBack.whenAnnounced;
        for (let index = 1000; index < 1000 + REQUESTS_OF_LOOP; index += 1) await callUntilAnswered(() => call(index));
      };
      const sentTexts = new Set<string>();
      const sqlLoops = [
        ...Array.from({ length: WRITERS }, (_, writer) => (index: number) => {
          const content = `${end} ${writer} ${index}`;
          sentTexts.add(content);
          return anna.call('POST', `/api/chat/${chatKey}/messages`, {
            content,
            clientKey: content.replaceAll(' ', '-'),
          });
        }),
        ...Array.from({ length: READERS }, () => () => ben.call('GET', '/api/chat')),
      ];
      let loopsBefore = sqlLoops.length;
      const load = Promise.all(
        sqlLoops.map((call) =>
          runLoop(call, () => {
            loopsBefore -= 1;
            if (loopsBefore === 0) hasEnded.announce();
          }),
        ),
      );
      await hasEnded.whenAnnounced;
      await server[end]();
      answers.push(await ben.call('GET', '/api/chat'));
      expect((await fetch(`${gateway.url}/readyz`)).status).toBe(503);
      await server.start();
      isBack.announce();
      await load;
      expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200);

      const refusals = refusalsOf(answers);
      expect(refusals.length).toBeGreaterThan(0);
      for (const refusal of refusals)
        expect(refusal).toMatchObject({ status: 503, retryAfter: '1', body: { code: 'unavailable' } });

      await anna.say(chatKey, `${end} last`);
      const receivedTexts = (await follower.whenFinished).filter((text) => text.startsWith(end));
      expect(receivedTexts.toSorted()).toEqual([...sentTexts, `${end} last`].toSorted());
      const storedTexts = (await readTexts()).filter((text) => text.startsWith(end));
      expect(receivedTexts).toEqual(storedTexts);
    },
  );

  it('answers 503 with Retry-After for statements that wait too long', async () => {
    const impatientGateway = await gateways.start({
      folder: gateway.folder,
      environment: {
        DATABASE_URL: server.url,
        DATABASE_STATEMENT_TIMEOUT_MS: '100',
        DATABASE_LOCK_TIMEOUT_MS: '100',
      },
    });
    const callImpatiently = (httpMethod: string, body?: object) =>
      createBrowser(impatientGateway.url).call(httpMethod, `/api/chat/${chatKey}/messages`, {
        token: ben.idToken,
        ...(body === undefined ? {} : { body }),
      });
    const otherClient = new Client({ connectionString: server.url });
    await otherClient.connect();
    await otherClient.query('begin; lock table chat_message in access exclusive mode');
    const refusals = refusalsOf([
      await callImpatiently('GET'),
      await callImpatiently('POST', { content: 'Zu spät', clientKey: 'late' }),
    ]);
    const expectedRefusal = { status: 503, retryAfter: '1', body: expect.objectContaining({ code: 'unavailable' }) };
    expect(refusals).toEqual([expectedRefusal, expectedRefusal]);
    await otherClient.query('rollback');
    await otherClient.end();
    expect(await callImpatiently('POST', { content: 'Jetzt', clientKey: 'late' })).toMatchObject({ status: 200 });
    expect((await readTexts()).at(-1)).toBe('Jetzt');
  });

  it('waits at its start while the server is down', async () => {
    await server.stop();
    const hasSaidSo = createEvent();
    const stderr = jest.spyOn(process.stderr, 'write').mockImplementation((line) => {
      if (String(line).includes('Der Start geht weiter')) hasSaidSo.announce();
      return true;
    });
    const starting = gateways.start({ folder: gateway.folder, environment: { DATABASE_URL: server.url } });
    await hasSaidSo.whenAnnounced;
    await server.start();
    const startedGateway = await starting;
    stderr.mockRestore();
    expect((await fetch(`${startedGateway.url}/readyz`)).status).toBe(200);
  });
});
