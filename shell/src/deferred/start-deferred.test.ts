import { createAlerts } from '../messages/alerts';
import { restoreFocusAfterAlerts } from './start-deferred';

it('restores the focus once the last alert has closed, and not after its stop', async () => {
  const alerts = createAlerts();
  const restore = jest.fn();
  const stop = restoreFocusAfterAlerts({ alerts, focus: { restore } });
  const answers = ['Sicher?', 'Wirklich?'].map((title) => alerts.ask({ title, text: '', actions: [] }));
  const answer = () => alerts.answer(alerts.get()?.id ?? 0, null);
  answer();
  expect(restore).not.toHaveBeenCalled();
  answer();
  expect(restore).toHaveBeenCalledTimes(1);
  await Promise.all(answers);
  stop();
  void alerts.ask({ title: 'Noch etwas?', text: '', actions: [] });
  answer();
  expect(restore).toHaveBeenCalledTimes(1);
});
