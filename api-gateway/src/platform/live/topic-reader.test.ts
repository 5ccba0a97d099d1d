import * as fc from 'fast-check';
import type { TopicChange } from '../database/change-log';
import { changesPerBlock, encodeDeltas, encodeSnapshot, type DeltaFrame } from './topic-reader';

const frameBytes = 2048;
const encodedTopic = { id: 'list/a', epoch: 'e', frameBytes };

const opJsonOf = (changeSeq: number, paddingBytes: number): string =>
  JSON.stringify({
    kind: 'put',
    collection: 'things',
    key: String(changeSeq),
    value: { text: 'x'.repeat(paddingBytes) },
  });

/** Generates sequences of writes, each of one to many changes of very different sizes. */
const changeHistories = fc
  .array(fc.array(fc.integer({ min: 0, max: 1500 }), { minLength: 1, maxLength: 100 }), { minLength: 1, maxLength: 4 })
  .map((changeSizesByWrite) => {
    const changes: TopicChange[] = [];
    changeSizesByWrite.forEach((changeSizes, writeIndex) =>
      changeSizes.forEach((bytes) =>
        changes.push({ seq: changes.length + 1, tx: String(writeIndex), op: opJsonOf(changes.length + 1, bytes) }),
      ),
    );
    return changes;
  });

const parseFrame = (bytes: Buffer): { cursor: string; tx: string; ops: { key: string }[] } =>
  JSON.parse(bytes.toString());

const formatDeltas = (deltas: readonly DeltaFrame[]): string =>
  deltas.map(({ seq, bytes }) => `${seq}: ${bytes.toString()}`).join('\n');

describe('delta frames', () => {
  it('contain every change once and in order, each frame from one write and not too big unless one op is', () => {
    fc.assert(
      fc.property(changeHistories, (changes) => {
        const deltas = encodeDeltas(encodedTopic, changes);
        const parsedFrames = deltas.map((delta) => parseFrame(delta.bytes));
        expect(parsedFrames.flatMap((frame) => frame.ops.map((deltaOp) => Number(deltaOp.key)))).toEqual(
          changes.map((change) => change.seq),
        );
        const areFramesValid = deltas.every(({ seq, bytes }, index) => {
          const frame = parsedFrames[index];
          return (
            frame?.cursor === `e.${seq}` &&
            frame.ops.at(-1)?.key === String(seq) &&
            frame.ops.every((op) => changes[Number(op.key) - 1]?.tx === frame.tx) &&
            frame.ops.length <= changesPerBlock &&
            (frame.ops.length === 1 || bytes.byteLength <= frameBytes)
          );
        });
        expect(areFramesValid).toBe(true);
      }),
    );
  });

  it("are split alike, independent of the reader's start and of the chunks read", () => {
    fc.assert(
      fc.property(changeHistories, fc.nat(), (changes, frameNumber) => {
        const allFrames = encodeDeltas(encodedTopic, changes);
        const framesBetween = (fromSeq: number, toSeq = Infinity) =>
          formatDeltas(allFrames.filter((delta) => delta.seq > fromSeq && delta.seq <= toSeq));
        const firstSeq = allFrames[frameNumber % allFrames.length]?.seq ?? 0;
        expect(formatDeltas(encodeDeltas(encodedTopic, changes.slice(firstSeq)))).toBe(framesBetween(firstSeq));
        const blockEndSeq = (Math.floor(firstSeq / changesPerBlock) + 1) * changesPerBlock;
        expect(formatDeltas(encodeDeltas(encodedTopic, changes.slice(firstSeq, blockEndSeq)))).toBe(
          framesBetween(firstSeq, blockEndSeq),
        );
      }),
    );
  });
});

describe('snapshot frames', () => {
  it('contain every item once and in order, mark the last one, and fit unless one item does not', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1500 }), { maxLength: 30 }), (sizes) => {
        const snapshotItems = sizes.map((bytes, index) => ({
          collection: 'things',
          key: String(index),
          value: { text: 'x'.repeat(bytes) },
        }));
        const snapshotPages = encodeSnapshot('list/a', 'e.7', { items: snapshotItems, frameBytes }).map((bytes) => ({
          bytes,
          frame: JSON.parse(bytes.toString()),
        }));
        expect(snapshotPages.flatMap(({ frame }) => frame.items)).toEqual(snapshotItems);
        expect(snapshotPages.map(({ frame }) => frame.more)).toEqual(
          snapshotPages.map((_, index) => index < snapshotPages.length - 1),
        );
        for (const { bytes, frame } of snapshotPages)
          if (frame.items.length > 1) expect(bytes.byteLength).toBeLessThanOrEqual(frameBytes);
      }),
    );
  });

  it('are one empty frame for an empty topic, so that a client clears its items', () => {
    const [onlyFrame, ...otherFrames] = encodeSnapshot('list/a', 'e.0', { items: [], frameBytes });
    expect(JSON.parse(String(onlyFrame))).toEqual({ op: 'snap', id: 'list/a', cursor: 'e.0', items: [], more: false });
    expect(otherFrames).toEqual([]);
  });
});
