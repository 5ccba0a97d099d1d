/** @jest-environment node */
import { yieldToBrowser } from './clock';

it('continues in a separate task, after the rest of the present one', async () => {
  let turnCount = 0;
  const countTurn = (): void => {
    turnCount += 1;
    if (turnCount < 100) void Promise.resolve().then(countTurn);
  };
  countTurn();
  await yieldToBrowser();
  expect(turnCount).toBe(100);
});
