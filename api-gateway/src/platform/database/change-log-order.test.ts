import { setImmediate as nextTurn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { errorCodeOf } from '../errors';
import { invariant } from '../invariant';
import { describeOnEachEngine } from '../testing/temporary-database';
import { readChanges, readHead, RIGHTS_TOPIC, type TopicChange } from './change-log';
import type { WriteTransaction } from './database';
import type { OpenDatabase } from './open-database';

const PROCESSES = 3;
const WRITERS = 12;
const READERS = 8;
const WRITES_OF_EACH = 4;
const TOPICS = ['chat/a', 'chat/b', 'user/anna', RIGHTS_TOPIC] as const;

/** Generates the topics that a write changes; a topic that occurs twice is changed twice. */
const topicsOfWrite = fc.array(fc.constantFrom(...TOPICS), { minLength: 1, maxLength: 4 });
const writesOfWriters = fc.array(fc.array(topicsOfWrite, { minLength: WRITES_OF_EACH, maxLength: WRITES_OF_EACH }), {
  minLength: WRITERS,
  maxLength: WRITERS,
});

const putOp = (key: string) => ({ kind: 'put' as const, collection: 'things', key, value: { key } });
const keyOf = ({ op }: TopicChange): string => JSON.parse(op).key;

/**
 * Creates a reader that polls the topics as a gateway does, from one position to the next, and collects the changes in
 * the sequence in which they arrive.
 */
const createPollingReader = (database: OpenDatabase) => {
  const changesByTopic = new Map<string, TopicChange[]>(TOPICS.map((topicName) => [topicName, []]));
  const gaps: string[] = [];

  const poll = (topicName: string): Promise<void> =>
    database.read(async (knex) => {
      const readSoFar = changesByTopic.get(topicName) ?? [];
      const newChanges = await readChanges(knex, topicName, { after: readSoFar.length, limit: 1000 });
      const { seq: headSeq } = await readHead(knex, topicName);
      const changes = [...readSoFar, ...newChanges];
      if (changes.some(({ seq }, index) => seq !== index + 1) || changes.length !== headSeq)
        gaps.push(`${topicName}: ${changes.map(({ seq }) => seq).join(' ')}, head ${headSeq}`);
      changesByTopic.set(topicName, changes);
    });

  return {
    gaps,
    changesOf: (topicName: string) => changesByTopic.get(topicName) ?? [],
    async pollAll() {
      for (const topicName of TOPICS) await poll(topicName);
      // Lets other work run: with a synchronous driver, the reader would otherwise poll forever, and no write could
      // begin.
      await nextTurn();
    },
  };
};

describeOnEachEngine('the change log of many writers', (testDatabases) => {
  it('shows each reader that polls every change once, in order and without a gap', async () => {
    const databases = await Promise.all(Array.from({ length: PROCESSES }, () => testDatabases.open()));
    const databaseOf = (index: number): OpenDatabase => {
      const database = databases[index % PROCESSES];
      invariant(database, 'database', index);
      return database;
    };
    const readers = Array.from({ length: READERS }, (_, index) => createPollingReader(databaseOf(index)));
    let roundNumber = 0;

    // Repeats a write that waited too long for other writes, as a client would do. Such a write has stored nothing.
    const writeUntilDone = async (database: OpenDatabase, work: (tx: WriteTransaction) => Promise<void>) => {
      for (;;) {
        const error = await database.write(work).then(
          () => null,
          (writeError: unknown) => writeError,
        );
        if (error === null) return;
        if (errorCodeOf(error) !== 'unavailable') throw error;
      }
    };

    const writeAll = async (writer: string, writes: readonly (readonly string[])[], database: OpenDatabase) => {
      for (const [writeNumber, topicNames] of writes.entries())
        await writeUntilDone(database, async (tx) => {
          for (const topicName of topicNames) tx.record(topicName, putOp(`${writer} ${writeNumber}`));
        });
    };

    const expectOrder = async (round: number, writesOfEach: readonly (readonly (readonly string[])[])[]) => {
      for (const topicName of TOPICS) {
        const storedChanges = await readChanges(databaseOf(0).knex, topicName, { after: 0, limit: 10_000 });
        for (const reader of readers) expect(reader.changesOf(topicName)).toEqual(storedChanges);
        for (const [writer, writes] of writesOfEach.entries()) {
          const prefix = `${round}/${writer} `;
          const expectedKeys = writes.flatMap((topicNames, writeNumber) =>
            topicNames.filter((name) => name === topicName).map(() => `${prefix}${writeNumber}`),
          );
          expect(storedChanges.map(keyOf).filter((key) => key.startsWith(prefix))).toEqual(expectedKeys);
        }
      }
    };

    await fc.assert(
      fc.asyncProperty(writesOfWriters, async (writesOfEach) => {
        const round = (roundNumber += 1);
        let areWritesDone = false;
        const readerLoops = readers.map(async (reader) => {
          while (!areWritesDone) await reader.pollAll();
          await reader.pollAll();
        });
        try {
          await Promise.all(
            writesOfEach.map((writes, writer) => writeAll(`${round}/${writer}`, writes, databaseOf(writer))),
          );
        } finally {
          areWritesDone = true;
          await Promise.all(readerLoops);
        }
        expect(readers.flatMap(({ gaps }) => gaps)).toEqual([]);
        await expectOrder(round, writesOfEach);
      }),
      { numRuns: 2, endOnFailure: true },
    );
  });
});
