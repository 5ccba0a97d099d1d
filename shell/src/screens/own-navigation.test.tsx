import { fakeShell } from '@mahlzeit/shared-ui/testing';
import { navigationOfScreen } from './modal-screen';

describe('the navigation of a screen', () => {
  const PAGE = { kind: 'main', placeId: null } as const;

  const start = (modal: { key: string | null; isUnderWay?: boolean }) => {
    const { navigation, recorded } = fakeShell();
    const waiting: (() => void)[] = [];
    const router = {
      get: () => ({ page: PAGE, modal: modal.key === null ? null : { key: modal.key, params: [] } }),
      whenArrived: (act: () => void) => void (modal.isUnderWay === true ? waiting.push(act) : act()),
    };
    return {
      own: navigationOfScreen(router, navigation, 'editname'),
      recorded,
      arrive: () => waiting.splice(0).forEach((act) => act()),
    };
  };

  const goEverywhere = ({ own }: ReturnType<typeof start>): void => {
    own.replace('profile', 'neu');
    own.back(2);
    own.close();
  };

  it('goes back while the address names the screen', () => {
    const started = start({ key: 'editname' });
    goEverywhere(started);
    expect(started.recorded.navigation).toEqual([['replace', 'profile', 'neu'], ['back', 2], ['close']]);
  });

  it.each([
    ['another screen', 'settings'],
    ['the page alone', null],
  ])('leaves %s alone after the user has gone there', (_where, key) => {
    const started = start({ key });
    goEverywhere(started);
    expect(started.recorded.navigation).toEqual([]);
  });

  it.each([
    ['that the browser was on its way back to', 'orders', 0],
    ['it is still at', 'editname', 3],
  ])('acts on the screen %s only after the browser has arrived', (_where, key, steps) => {
    const modal = { key: 'editname', isUnderWay: true };
    const started = start(modal);
    goEverywhere(started);
    expect(started.recorded.navigation).toEqual([]);
    modal.key = key;
    started.arrive();
    expect(started.recorded.navigation).toHaveLength(steps);
  });

  it('opens a screen above any other', () => {
    const { own, recorded } = start({ key: null });
    own.open('login');
    expect(recorded.navigation).toEqual([['open', 'login']]);
  });

  it('still returns addresses for links', () => expect(start({ key: null }).own.hrefOf('profile')).toBe('#profile'));
});
