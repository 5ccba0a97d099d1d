import type { AlertRequest, ConsentPurpose } from '@mahlzeit/shared-ui/platform';
import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { createRouter } from '../router';
import { createFakeBrowser } from '../router/fake-browser';
import { askConsentWhenCalm } from './ask-consent';

const start = async ({ address = '/restaurants', decided = null, choice = 'allow' }: { address?: string; decided?: readonly ConsentPurpose[] | null; choice?: string | null } = {}) => {
  const tab = createFakeBrowser(address);
  const router = createRouter(tab.browser, createManualTimers());
  const asked: AlertRequest[] = [];
  const decisions: (readonly ConsentPurpose[])[] = [];
  askConsentWhenCalm({
    router,
    consent: { purposes: ['analytics', 'errorReports'], get: () => decided, decide: (allowed) => void decisions.push(allowed) },
    alert: (request) => {
      asked.push(request);
      return Promise.resolve(choice);
    },
  });
  await Promise.resolve();
  return { tab, router, asked, decisions };
};

it('asks by two answers that look alike', async () => {
  const { asked } = await start();
  expect(asked.map(({ actions }) => actions.map(({ label, tone }) => [label, tone]))).toEqual([[['Nein, danke', 'safe'], ['Ja, gern', 'safe']]]);
});

it.each<[string | null, readonly (readonly ConsentPurpose[])[]]>([
  ['allow', [['analytics', 'errorReports']]],
  ['deny', [[]]],
  [null, []],
])('takes the answer %j for %j', async (choice, expected) => {
  expect((await start({ choice })).decisions).toEqual(expected);
});

it.each([[[]], [['analytics'] as const]])('asks nothing where %j is decided', async (decided) => {
  expect((await start({ decided })).asked).toEqual([]);
});

it('waits until nothing else is open, and asks once', async () => {
  const { tab, router, asked } = await start({ address: '/restaurants#details/mensa' });
  expect(asked).toEqual([]);
  router.close();
  tab.arrive();
  expect(asked).toHaveLength(1);
  router.open('orders');
  router.close();
  tab.arrive();
  expect(asked).toHaveLength(1);
});
