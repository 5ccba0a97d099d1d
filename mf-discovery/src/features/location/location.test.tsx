import { err, geocode, getPlace, ok } from '@mahlzeit/contract';
import type { Place, Result } from '@mahlzeit/contract';
import { aGeocodeAnswer, aPlace } from '@mahlzeit/contract/fixtures';
import { answer, fakeShell, neverRespond, refuse, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import { screen } from '@testing-library/react';
import { fallbackPlace, placeOf, unnamedPlace } from './chosen-place';
import type { ChosenPlace } from './chosen-place';
import {
  areaNameOf,
  createLocationActions,
  placeLabels,
  selectIsLocating,
  selectPlace,
  useChooseArea,
  useChoosePlace,
  useLocate,
  usePlace,
  usePlaceName,
} from './location';
import type { Geolocator } from './location';

describe('the place of the list', () => {
  const arcisstrasse = { latitude: 48.14742, longitude: 11.56722 };
  const storedPlace = unnamedPlace('last', { latitude: 53.5, longitude: 10 });
  const altona = aPlace({ placeId: 'altona', name: 'Altona', coordinate: { latitude: 53.55, longitude: 9.93 } });

  const aBrowser = (overrides: Partial<Geolocator> = {}): Geolocator => ({
    isGranted: async () => true,
    locateUser: async () => ok(arcisstrasse),
    ...overrides,
  });

  interface Setup {
    readonly geolocation?: Geolocator;
    readonly lastPlace?: ChosenPlace | null;
    readonly visitResult?: Result<Place, { readonly code: string }>;
  }

  const setUp = ({ geolocation = aBrowser(), lastPlace = null, visitResult = ok(altona) }: Setup = {}) => {
    const { store } = fakeShell();
    const writtenValues: ChosenPlace[] = [];
    const loadPlace = jest.fn(async (_placeId: string) => visitResult);
    const actions = createLocationActions({
      store,
      geolocation,
      loadPlace,
      lastPlace: { read: () => lastPlace, write: (place) => void writtenValues.push(place) },
    });
    return {
      actions,
      written: writtenValues,
      loadPlace,
      place: () => selectPlace(store.getState()),
      isLocating: () => selectIsLocating(store.getState()),
    };
  };

  describe('at the start', () => {
    it('is the position when the permission is granted, and is stored for the next visit', async () => {
      const { actions, place, written } = setUp({ lastPlace: storedPlace });
      await expect(actions.start()).resolves.toBeNull();
      expect(place()).toEqual(unnamedPlace('user', arcisstrasse));
      expect(written).toEqual([unnamedPlace('user', arcisstrasse)]);
    });

    it('is the last place without the permission, which isn’t asked for', async () => {
      const locateUser = jest.fn();
      const { actions, place } = setUp({
        geolocation: aBrowser({ isGranted: async () => false, locateUser }),
        lastPlace: storedPlace,
      });
      await expect(actions.start()).resolves.toBeNull();
      expect(place()).toEqual(storedPlace);
      expect(locateUser).not.toHaveBeenCalled();
    });

    it('is Hamburg when nothing was stored', async () => {
      const { actions, place } = setUp({ geolocation: aBrowser({ isGranted: async () => false }) });
      await actions.start();
      expect(place()).toEqual(fallbackPlace);
    });

    it('is found although a permitted position fails, with the reason', async () => {
      const { actions, place } = setUp({
        geolocation: aBrowser({ locateUser: async () => err('timeout') }),
        lastPlace: storedPlace,
      });
      await expect(actions.start()).resolves.toBe('timeout');
      expect(place()).toEqual(storedPlace);
    });

    it('is determined once for all callers', async () => {
      const locateUser = jest.fn(aBrowser().locateUser);
      const { actions } = setUp({ geolocation: aBrowser({ locateUser }) });
      await Promise.all([actions.start(), actions.start()]);
      expect(locateUser).toHaveBeenCalledTimes(1);
    });
  });

  describe('after a tap', () => {
    it('stays when the position is refused', async () => {
      const { actions, place, isLocating } = setUp({
        geolocation: aBrowser({ isGranted: async () => false, locateUser: async () => err('denied') }),
        lastPlace: storedPlace,
      });
      await actions.start();
      await expect(actions.locate()).resolves.toBe('denied');
      expect(place()).toEqual(storedPlace);
      expect(isLocating()).toBe(false);
    });

    it('is requested once while a request is running', async () => {
      const locateUser = jest.fn(aBrowser().locateUser);
      const { actions, isLocating } = setUp({ geolocation: aBrowser({ locateUser }) });
      const first = actions.locate();
      expect(isLocating()).toBe(true);
      await Promise.all([first, actions.locate()]);
      expect(locateUser).toHaveBeenCalledTimes(1);
    });

    it('stays when the user chooses it during a request', async () => {
      const { actions, place } = setUp();
      const locating = actions.locate();
      actions.choosePlace(altona);
      await locating;
      expect(place()).toEqual(placeOf(altona));
    });
  });

  describe('after a choice', () => {
    it('has its name and is stored', () => {
      const { actions, place, written } = setUp();
      actions.choosePlace(altona);
      expect(place()).toEqual(placeOf(altona));
      expect(written).toEqual([placeOf(altona)]);
    });

    it('is a point of the map and is stored', () => {
      const { actions, place, written } = setUp();
      actions.chooseArea(arcisstrasse);
      expect(place()).toEqual(unnamedPlace('area', arcisstrasse));
      expect(written).toHaveLength(1);
    });
  });

  describe('from the path', () => {
    it('has the id of the path, not the one of the last visit', async () => {
      const { actions, place, written } = setUp({ lastPlace: storedPlace });
      await expect(actions.visit('altona')).resolves.toBeNull();
      await actions.start();
      expect(place()).toEqual(placeOf(altona));
      expect(written).toEqual([placeOf(altona)]);
    });

    it('stays when a position arrives later', async () => {
      const { actions, place } = setUp();
      const startup = actions.start();
      await actions.visit('altona');
      await startup;
      expect(place()).toEqual(placeOf(altona));
    });

    it('R01 stays when it arrives before the permission check ends', async () => {
      let answerPermission = (_isGranted: boolean): void => undefined;
      const isGranted = (): Promise<boolean> => new Promise((resolve) => (answerPermission = resolve));
      const { actions, place } = setUp({
        geolocation: aBrowser({ isGranted }),
        visitResult: err({ code: 'notFound' }),
      });
      const startup = actions.start();
      await actions.visit('nirgends');
      answerPermission(true);
      await startup;
      expect(place()).toEqual(fallbackPlace);
    });

    it.each([
      ['unknown', 'notFound'],
      ['unreachable', 'offline'],
    ])('R01 falls back to Hamburg when the place is %s', async (error, code) => {
      const { actions, place } = setUp({ lastPlace: storedPlace, visitResult: err({ code }) });
      await expect(actions.visit('nirgends')).resolves.toBe(error);
      expect(place()).toEqual(fallbackPlace);
    });

    it('stays as chosen when the same path is visited again', async () => {
      const { actions, place, loadPlace } = setUp();
      await actions.visit('altona');
      actions.chooseArea(arcisstrasse);
      await actions.visit('altona');
      expect(place()).toEqual(unnamedPlace('area', arcisstrasse));
      expect(loadPlace).toHaveBeenCalledTimes(1);
    });
  });
});

describe('the labels of a place', () => {
  it.each([
    [
      'its own name before all',
      { kind: 'place', name: 'Altona' },
      'Hamburg',
      { caption: 'Mittag rund um', around: 'Altona', alone: 'Altona' },
    ],
    [
      'the own name of the last visit',
      { kind: 'last', name: 'Altona' },
      null,
      { caption: 'Mittag rund um', around: 'Altona', alone: 'Altona' },
    ],
    [
      'the town of a point',
      { kind: 'area', name: null },
      'Hamburg',
      { caption: 'Mittag rund um', around: 'Hamburg', alone: 'Hamburg' },
    ],
    [
      'a point that nobody knows',
      { kind: 'area', name: null },
      null,
      { caption: 'Mittag rund um', around: 'diesen Kartenausschnitt', alone: 'Kartenausschnitt' },
    ],
    [
      'the last point that nobody knows',
      { kind: 'last', name: null },
      null,
      { caption: 'Mittag rund um', around: 'deinen letzten Standort', alone: 'Dein letzter Standort' },
    ],
    [
      'where the person stands',
      { kind: 'user', name: null },
      null,
      { caption: 'Mittag rund um', around: 'deinen Standort', alone: 'Dein Standort' },
    ],
    [
      'where nothing else is known',
      { kind: 'fallback', name: null },
      null,
      { caption: 'Mittag ab', around: 'Hamburg-Mitte', alone: 'Hamburg-Mitte' },
    ],
  ] as const)('are %s', (_case, place, area, expectedText) => {
    expect(placeLabels(place, area)).toEqual(expectedText);
  });

  it('contain the smallest part of an address', () => {
    expect(areaNameOf(aGeocodeAnswer())).toBe('Hamburg');
    expect(areaNameOf({ status: 'ZERO_RESULTS', results: [] })).toBeNull();
    expect(areaNameOf(undefined)).toBeNull();
  });
});

describe('the visible place', () => {
  const altona = aPlace({ placeId: 'altona', name: 'Altona', coordinate: { latitude: 53.55, longitude: 9.93 } });
  const munich = { latitude: 48.14742, longitude: 11.56722 };

  type Position = Pick<Geolocation, 'getCurrentPosition'>;

  const setBrowser = (state: string, getCurrentPosition: Position['getCurrentPosition']): void => {
    Object.defineProperty(navigator, 'permissions', { configurable: true, value: { query: async () => ({ state }) } });
    Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } });
  };

  const locates: Position['getCurrentPosition'] = (onSuccess) => {
    const coords = {
      ...munich,
      accuracy: 20,
      altitude: null,
      altitudeAccuracy: null,
      heading: null,
      speed: null,
      toJSON: () => ({}),
    };
    onSuccess({ coords, timestamp: 0, toJSON: () => ({}) });
  };
  const refusePosition =
    (code: number): Position['getCurrentPosition'] =>
    (_onSuccess, fail) =>
      fail?.({ code, message: '', PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 });

  const Probe = ({ placeId }: { readonly placeId?: string }) => {
    usePlace(placeId);
    const name = usePlaceName();
    const { locate } = useLocate();
    const choosePlace = useChoosePlace();
    const chooseArea = useChooseArea();
    return (
      <>
        <p>{name === null ? 'sucht' : `${name.caption} ${name.around}`}</p>
        <button type="button" onClick={locate}>
          Standort
        </button>
        <button type="button" onClick={() => choosePlace(altona)}>
          Altona
        </button>
        <button type="button" onClick={() => chooseArea(munich)}>
          Ausschnitt
        </button>
      </>
    );
  };

  const render = (options: ScenarioShellOptions = {}, placeId?: string) =>
    renderWithShell(<Probe placeId={placeId} />, options);

  beforeEach(() => {
    localStorage.clear();
    setBrowser('prompt', refusePosition(1));
  });

  it('is Hamburg by default', async () => {
    render();
    expect(await screen.findByText('Mittag ab Hamburg-Mitte')).toBeInTheDocument();
  });

  it('is a permitted position, named by its town on the next visit', async () => {
    setBrowser('granted', locates);
    const { unmount } = render();
    expect(await screen.findByText('Mittag rund um deinen Standort')).toBeInTheDocument();
    unmount();
    setBrowser('prompt', refusePosition(1));
    render({ answers: [answer(geocode, aGeocodeAnswer())] });
    expect(await screen.findByText('Mittag rund um Hamburg')).toBeInTheDocument();
  });

  it('is determined after a tap', async () => {
    setBrowser('prompt', locates);
    const { user, shell } = render();
    await screen.findByText('Mittag ab Hamburg-Mitte');
    await user.click(screen.getByRole('button', { name: 'Standort' }));
    expect(await screen.findByText('Mittag rund um deinen Standort')).toBeInTheDocument();
    expect(shell.recorded.snackbars).toEqual([]);
  });

  it.each([
    [1, /gibt den Standort nicht frei/],
    [2, /kennt seinen Standort gerade nicht/],
    [3, /gerade nicht zu finden/],
  ])('stays with a German message about the position: code %i', async (code, expectedText) => {
    setBrowser('prompt', refusePosition(code));
    const { user, shell } = render();
    await screen.findByText('Mittag ab Hamburg-Mitte');
    await user.click(screen.getByRole('button', { name: 'Standort' }));
    expect(shell.recorded.snackbars).toEqual([{ text: expect.stringMatching(expectedText), tone: 'error' }]);
    expect(await screen.findByText('Mittag ab Hamburg-Mitte')).toBeInTheDocument();
  });

  it('is a chosen place by name, on the next visit too', async () => {
    const { user, unmount } = render();
    await user.click(screen.getByRole('button', { name: 'Altona' }));
    expect(await screen.findByText('Mittag rund um Altona')).toBeInTheDocument();
    unmount();
    render();
    expect(await screen.findByText('Mittag rund um Altona')).toBeInTheDocument();
  });

  it('is a point of the map by its town, and by a general label before', async () => {
    const { user, unmount } = render({ answers: [neverRespond(geocode)] });
    await user.click(screen.getByRole('button', { name: 'Ausschnitt' }));
    expect(await screen.findByText('Mittag rund um diesen Kartenausschnitt')).toBeInTheDocument();
    unmount();
    const { user: later } = render({ answers: [answer(geocode, aGeocodeAnswer())] });
    await later.click(screen.getByRole('button', { name: 'Ausschnitt' }));
    expect(await screen.findByText('Mittag rund um Hamburg')).toBeInTheDocument();
  });

  it('R01 is the place of the path by name; an unknown one becomes Hamburg, with a message', async () => {
    const { unmount } = render({ answers: [answer(getPlace, altona)] }, 'altona');
    expect(await screen.findByText('Mittag rund um Altona')).toBeInTheDocument();
    unmount();
    const { shell } = render({ answers: [refuse(getPlace, 'notFound')] }, 'nirgends');
    expect(await screen.findByText('Mittag ab Hamburg-Mitte')).toBeInTheDocument();
    expect(shell.recorded.snackbars).toEqual([
      { text: expect.stringMatching(/^Diesen Ort kennen wir nicht/), tone: 'error' },
    ]);
  });
});
