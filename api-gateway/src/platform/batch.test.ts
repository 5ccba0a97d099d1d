import { createBatch } from './batch';

describe('a batch', () => {
  it('answers the questions of one turn together, each with its own answer', async () => {
    const batches: (readonly number[])[] = [];
    const doubleNumber = createBatch(async (questions: readonly number[]) => {
      batches.push(questions);
      return questions.map((question) => question * 2);
    });
    expect(await Promise.all([doubleNumber(1), doubleNumber(2)])).toEqual([2, 4]);
    expect(await doubleNumber(3)).toBe(6);
    expect(batches).toEqual([[1, 2], [3]]);
  });

  it('fails all questions of a turn, and answers those of the next one', async () => {
    let isBroken = true;
    const echoText = createBatch(async (questions: readonly string[]) => {
      if (isBroken) throw new Error('broken');
      return questions;
    });
    const results = await Promise.allSettled([echoText('a'), echoText('b')]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isBroken = false;
    expect(await echoText('c')).toBe('c');
  });
});
