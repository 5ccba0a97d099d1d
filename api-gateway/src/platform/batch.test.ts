import { createBatch } from './batch';

describe('a batch', () => {
  it('answers the questions of one turn together, each with its own answer', async () => {
    const batches: (readonly number[])[] = [];
    const double = createBatch(async (questions: readonly number[]) => {
      batches.push(questions);
      return questions.map((question) => question * 2);
    });
    expect(await Promise.all([double(1), double(2)])).toEqual([2, 4]);
    expect(await double(3)).toBe(6);
    expect(batches).toEqual([[1, 2], [3]]);
  });

  it('fails all questions of a turn, and answers those of the next one', async () => {
    let isBroken = true;
    const echo = createBatch(async (questions: readonly string[]) => {
      if (isBroken) throw new Error('broken');
      return questions;
    });
    const results = await Promise.allSettled([echo('a'), echo('b')]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isBroken = false;
    expect(await echo('c')).toBe('c');
  });
});
