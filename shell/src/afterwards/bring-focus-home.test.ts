import { createAlerts } from '../dialogs';
import { bringFocusHome } from './bring-focus-home';

it('looks after the focus once the last alert has gone, and no more when it is stopped', async () => {
  const alerts = createAlerts();
  const giveBack = jest.fn();
  const stop = bringFocusHome({ alerts, focus: { giveBack } });
  const answers = ['Sicher?', 'Wirklich?'].map((title) => alerts.ask({ title, text: '', actions: [] }));
  const answer = () => alerts.answer(alerts.get()?.id ?? 0, null);
  answer();
  expect(giveBack).not.toHaveBeenCalled();
  answer();
  expect(giveBack).toHaveBeenCalledTimes(1);
  await Promise.all(answers);
  stop();
  void alerts.ask({ title: 'Noch etwas?', text: '', actions: [] });
  answer();
  expect(giveBack).toHaveBeenCalledTimes(1);
});
