import { fakeShell } from '@mahlzeit/shared-ui/testing';
import { navigationOfScreen } from './modal-screen';

describe('the navigation of a screen', () => {
  const MAIN_PAGE = { kind: 'main', placeId: null } as const;

  const startScreenNavigation = (modal: { key: string | null; isUnderWay?: boolean }) => {
    const { navigation, recorded } = fakeShell();
    const waitingActions: (() => void)[] = [];
    const router = {
      get: () => ({ page: MAIN_PAGE, modal: modal.key === null ? null : { key: modal.key, params: [] } }),
      whenArrived: (navigationAction: () => void) =>
        void (modal.isUnderWay === true ? waitingActions.push(navigationAction) : navigationAction()),
    };
    return {
      own: navigationOfScreen(router, navigation, 'editname'),
      recorded,
      arrive: () => waitingActions.splice(0).forEach((act) => act()),
    };
  };

  const callEveryNavigation = ({ own }: ReturnType<typeof startScreenNavigation>): void => {
    own.replace('profile', 'neu');
    own.back(2);
    own.close();
  };

  it('goes back while the address names the screen', () => {
    const screenNavigation = startScreenNavigation({ key: 'editname' });
    callEveryNavigation(screenNavigation);
    expect(screenNavigation.recorded.navigation).toEqual([['replace', 'profile', 'neu'], ['back', 2], ['close']]);
  });

  it.each([
    ['another screen', 'settings'],
    ['the page alone', null],
  ])('leaves %s alone after the user has gone there', (_caseName, key) => {
    const screenNavigation = startScreenNavigation({ key });
    callEveryNavigation(screenNavigation);
    expect(screenNavigation.recorded.navigation).toEqual([]);
  });

  it.each([
    ['that the browser was on its way back to', 'orders', 0],
    ['it is still at', 'editname', 3],
  ])('acts on the screen %s only after the browser has arrived', (_caseName, key, steps) => {
    const modal = { key: 'editname', isUnderWay: true };
    const screenNavigation = startScreenNavigation(modal);
    callEveryNavigation(screenNavigation);
    expect(screenNavigation.recorded.navigation).toEqual([]);
    modal.key = key;
    screenNavigation.arrive();
    expect(screenNavigation.recorded.navigation).toHaveLength(steps);
  });

  it('opens a screen above any other', () => {
    const { own, recorded } = startScreenNavigation({ key: null });
    own.open('login');
    expect(recorded.navigation).toEqual([['open', 'login']]);
  });

  it('still returns addresses for links', () =>
    expect(startScreenNavigation({ key: null }).own.hrefOf('profile')).toBe('#profile'));
});
