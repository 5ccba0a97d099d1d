import { createObservable } from '@mahlzeit/shared-ui/platform';
import type { ApiError, OutboxEntry, WaitingWrite } from '@mahlzeit/shared-ui/platform';
import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { createSnackbars } from '../messages/snackbars';
import { showRefusedWrites } from './refused-writes';

const refusal: ApiError = {
  ...{ status: 410, code: 'invitationDeleted', message: null },
  ...{ requestId: null, retryAfterMs: null, details: null },
};

const writeOf = (key: string, status: OutboxEntry<WaitingWrite>['status']): OutboxEntry<WaitingWrite> => ({
  ...{ key, status, route: 'answerInvitation', input: {}, about: key, title: `Deine Zusage: ${key}` },
  error: refusal,
});

const startShowing = (...writes: readonly OutboxEntry<WaitingWrite>[]) => {
  const entries = createObservable(writes);
  const snackbars = createSnackbars(createManualTimers());
  const remove = (key: string) => entries.set(entries.get().filter((write) => write.key !== key));
  const stop = showRefusedWrites({
    waitingWrites: {
      ...{ get: entries.get, subscribe: entries.subscribe, discard: remove },
      send: () => Promise.resolve('waiting'),
    },
    snackbars,
  });
  return {
    entries,
    remove,
    stop,
    visibleText: () => snackbars.get()?.message.text ?? null,
    close: () => snackbars.close(snackbars.get()?.id ?? 0),
  };
};

it('tells each refused write until it is read, and none that waits', () => {
  const { entries, visibleText, close } = startShowing(
    writeOf('Mensa', 'refused'),
    writeOf('Kantine', 'waiting'),
    writeOf('Elbe', 'refused'),
  );
  expect(visibleText()).toMatch(/^Deine Zusage: Mensa\. Das kam nicht an: \S/);
  close();
  expect(visibleText()).toMatch(/^Deine Zusage: Elbe\./);
  close();
  expect(visibleText()).toBeNull();
  expect(entries.get().map(({ key }) => key)).toEqual(['Kantine']);
});

it('tells no write that another tab has told, and nothing after its stop', () => {
  const { entries, remove, stop, visibleText } = startShowing(writeOf('Mensa', 'refused'));
  remove('Mensa');
  expect(visibleText()).toBeNull();
  stop();
  entries.set([writeOf('Elbe', 'refused')]);
  expect(visibleText()).toBeNull();
});
