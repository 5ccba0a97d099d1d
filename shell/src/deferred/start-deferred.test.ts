import { createAlerts } from '../messages/alerts';
import { restoreFocusAfterAlerts } from './start-deferred';

it('restores the focus once the last alert has closed, and not after its stop', async () => {
  const alerts = createAlerts();
  const restoreFocus = jest.fn();
  const stopRestoring = restoreFocusAfterAlerts({ alerts, focus: { restore: restoreFocus } });
  const alertAnswers = ['Sicher?', 'Wirklich?'].map((title) => alerts.ask({ title, text: '', actions: [] }));
  const answerAlert = () => alerts.answer(alerts.get()?.id ?? 0, null);
  answerAlert();
  expect(restoreFocus).not.toHaveBeenCalled();
  answerAlert();
  expect(restoreFocus).toHaveBeenCalledTimes(1);
  await Promise.all(alertAnswers);
  stopRestoring();
  void alerts.ask({ title: 'Noch etwas?', text: '', actions: [] });
  answerAlert();
  expect(restoreFocus).toHaveBeenCalledTimes(1);
});
