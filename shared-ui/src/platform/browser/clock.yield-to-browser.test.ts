/** @jest-environment node */
import { yieldToBrowser } from './clock';

it('continues in a separate task, after the rest of the present one', async () => {
  let turns = 0;
  const countTurn = (): void => {
    turns += 1;
    if (turns < 100) void Promise.resolve().then(countTurn);
  };
  countTurn();
  await yieldToBrowser();
  expect(turns).toBe(100);
});
