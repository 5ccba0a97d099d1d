/** @jest-environment node */
import { yieldToBrowser } from './clock';

it('goes on in a task of its own, after everything that the present one still has to do', async () => {
  let turns = 0;
  const turn = (): void => {
    turns += 1;
    if (turns < 100) void Promise.resolve().then(turn);
  };
  turn();
  await yieldToBrowser();
  expect(turns).toBe(100);
});
