import { fakeShell } from '@mahlzeit/shared-ui/testing';
import { ownNavigation } from './own-navigation';

const PAGE = { kind: 'main', placeId: null } as const;

const start = (shown: { key: string | null }) => {
  const { navigation, recorded } = fakeShell();
  const router = { get: () => ({ page: PAGE, modal: shown.key === null ? null : { key: shown.key, params: [] } }) };
  return { own: ownNavigation(router, navigation, 'editname'), recorded };
};

const goEverywhere = ({ own }: ReturnType<typeof start>): void => {
  own.replace('profile', 'neu');
  own.back(2);
  own.close();
};

it('leads back while the address names the screen', () => {
  const started = start({ key: 'editname' });
  goEverywhere(started);
  expect(started.recorded.navigation).toEqual([['replace', 'profile', 'neu'], ['back', 2], ['close']]);
});

it.each([['another screen', 'settings'], ['the page alone', null]])('leaves %s alone that the reader went to meanwhile', (_where, key) => {
  const started = start({ key });
  goEverywhere(started);
  expect(started.recorded.navigation).toEqual([]);
});

it('opens a screen above whatever is there', () => {
  const { own, recorded } = start({ key: null });
  own.open('login');
  expect(recorded.navigation).toEqual([['open', 'login']]);
});

it('still tells addresses for links', () => expect(start({ key: null }).own.hrefOf('profile')).toBe('#profile'));
