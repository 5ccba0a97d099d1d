import { getMenuOfDay, getRestaurantByRoutingName, meTopic, restaurantTopic } from '@mahlzeit/contract';
import { aDishByWeight, aDrink, anOffer, aRestaurant, aUser } from '@mahlzeit/contract/fixtures';
import type { SlotProps } from '@mahlzeit/shared-ui/platform';
import { answer, neverRespond, refuse } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { installBrowserDoubles } from '../../testing/browser-doubles';
import {
  findPage,
  showRestaurantPage as show,
  dataWithWebsite,
  commonAnswers,
} from '../../testing/show-restaurant-page';

beforeEach(() => void installBrowserDoubles());

describe('the menu', () => {
  it('is one list, with a button for each part', async () => {
    const { user } = show(aRestaurant());
    expect(await findPage()).toHaveTextContent(/Rote-Linsen-Curry mit Basmatireis\s*8,90\s€/);
    const drinkItem = within(screen.getByRole('region', { name: 'Getränke' })).getByRole('listitem');
    expect(drinkItem).toHaveTextContent(/Rhabarberschorle\s*3,20\s€.*0,33 l.*zuzüglich 0,15\s€ Pfand/);
    const menuPartButtons = within(screen.getByRole('navigation', { name: 'Speisekarte' }));
    expect(menuPartButtons.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Mittagstisch',
      'Getränke',
    ]);
    expect(menuPartButtons.getByRole('button', { current: 'location' })).toHaveTextContent('Mittagstisch');
    await user.click(menuPartButtons.getByRole('button', { name: 'Getränke' }));
    // The press makes the browser lay out the whole page before it scrolls, because the heights of parts that were
    // never near the viewport are only estimates.
    expect(drinkItem.closest('[data-laid-out]')).not.toBeNull();
    expect(menuPartButtons.getByRole('button', { current: 'location' })).toHaveTextContent('Getränke');
    expect(screen.getByRole('heading', { name: 'Getränke' })).toHaveFocus();
  });

  it('leaves the address unchanged', async () => {
    const { shell, user } = show(aRestaurant());
    const pageUrl = window.location.href;
    await user.click(await screen.findByRole('button', { name: 'Getränke' }));
    expect(window.location.href).toBe(pageUrl);
    expect(shell.recorded.navigation).toEqual([]);
  });

  it('has no buttons for a single type', async () => {
    show(aRestaurant({ offers: [anOffer()] }));
    expect(await screen.findByRole('region', { name: 'Mittagstisch' })).toHaveTextContent('heute bis 14:30');
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  });

  it('names the alternative to a lunch that is over, and puts it first', async () => {
    const { shell } = show(aRestaurant());
    await findPage();
    shell.setNow(Date.parse('2026-06-24T14:35:00+02:00'));
    expect(await findPage()).toHaveTextContent(/Mittagstisch vorbei.*Noch offen bis 15:00/);
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Getränke',
      'Mittagstisch',
    ]);
    expect(screen.getByRole('region', { name: 'Mittagstisch' })).toHaveTextContent('heute vorbei');
  });

  it('reorders no part while the page is scrolled, and does at its top', async () => {
    const scrollTopSpy = jest.spyOn(Element.prototype, 'scrollTop', 'get').mockReturnValue(200);
    const { shell } = show(aRestaurant());
    await findPage();
    const listHeadingTexts = (): (string | null)[] =>
      screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    act(() => shell.setNow(Date.parse('2026-06-24T14:35:00+02:00')));
    expect(await findPage()).toHaveTextContent('Mittagstisch vorbei');
    expect(listHeadingTexts()).toEqual(['Mittagstisch', 'Getränke']);
    scrollTopSpy.mockReturnValue(0);
    act(() => shell.setNow(Date.parse('2026-06-24T14:36:00+02:00')));
    expect(listHeadingTexts()).toEqual(['Getränke', 'Mittagstisch']);
    scrollTopSpy.mockRestore();
  });

  it('shows the unit of a dish by weight', async () => {
    show(aRestaurant({ offers: [aDishByWeight({ price: 160 })] }));
    expect(await screen.findByText(/für 100\sg/)).toBeInTheDocument();
    expect(await findPage()).toHaveTextContent(/Salatbuffet\s*ab 1,60\s€ für 100\sg/);
  });

  it('explains the letters of a dish', async () => {
    const { user } = show(
      aRestaurant({ offers: [anOffer({ allergens: ['A', 'Haselnuss'], additives: ['mit Phosphat'] })] }),
    );
    await user.click(await screen.findByRole('button', { name: 'Allergene A, Haselnuss' }));
    const explanationDialog = await screen.findByRole('dialog', { name: 'Allergene und Zusatzstoffe' });
    expect(explanationDialog).toHaveTextContent(/AGlutenhaltiges Getreide.*Haselnuss.*mit Phosphat/);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(explanationDialog).not.toBeInTheDocument());
    expect(await findPage()).toBeInTheDocument();
  });

  it('adds a new dish while it is open', async () => {
    const { shell } = show(aRestaurant({ offers: [anOffer()] }));
    await findPage();
    await waitFor(() => expect(shell.live.status()).toBe('online'));
    const stewDish = anOffer({ key: 'eintopf', name: 'Steckrübeneintopf' });
    shell.change(restaurantTopic('elbkantine'), {
      kind: 'put',
      collection: 'meals',
      key: stewDish.key,
      value: { ...stewDish },
    });
    expect(await screen.findByText('Steckrübeneintopf')).toBeInTheDocument();
  });

  it('renders no other dish when one sells out', async () => {
    const renderedMeals: string[] = [];
    const RenderRecorder = ({ mealName }: SlotProps['meal/actions']) => {
      renderedMeals.push(mealName);
      return null;
    };
    const { shell } = show(aRestaurant({ offers: [anOffer(), anOffer({ key: 'b', name: 'Bohneneintopf' })] }), {
      slots: { 'meal/actions': RenderRecorder },
    });
    await screen.findByText('Bohneneintopf');
    await waitFor(() => expect(shell.live.status()).toBe('online'));
    renderedMeals.length = 0;
    shell.change(restaurantTopic('elbkantine'), { kind: 'del', collection: 'meals', key: 'b' });
    await waitFor(() => expect(screen.queryByText('Bohneneintopf')).not.toBeInTheDocument());
    expect(renderedMeals).toEqual([]);
  });

  it('renders neither sheet, other parts nor facts when a dish sells out, and forces no layout', async () => {
    const { shell } = show(
      aRestaurant({
        offers: [anOffer(), anOffer({ key: 'b', name: 'Bohneneintopf' }), aDrink()],
        data: dataWithWebsite,
      }),
    );
    await screen.findByText('Bohneneintopf');
    await waitFor(() => expect(shell.live.status()).toBe('online'));
    // The spies count renderings: a part of the menu that renders registers its heading with `Map.set`, and the list of
    // facts parses the website with `URL.canParse` when it renders.
    const mapSetSpy = jest.spyOn(Map.prototype, 'set');
    const canParseSpy = jest.spyOn(URL, 'canParse');
    const computedStyleSpy = jest.spyOn(window, 'getComputedStyle');
    shell.change(restaurantTopic('elbkantine'), { kind: 'del', collection: 'meals', key: 'b' });
    await waitFor(() => expect(screen.queryByText('Bohneneintopf')).not.toBeInTheDocument());
    expect(
      mapSetSpy.mock.calls.filter(([, value]) => value instanceof HTMLHeadingElement).map(([key]) => String(key)),
    ).toEqual(['mittagstisch']);
    expect(canParseSpy).not.toHaveBeenCalled();
    // If the sheet had rendered, it would have measured the body by `getComputedStyle`.
    expect(computedStyleSpy).not.toHaveBeenCalled();
    jest.restoreAllMocks();
  });

  it('stays readable without order buttons below the reason when the place has closed for the day', async () => {
    const { shell } = show(aRestaurant(), {
      slots: { 'meal/actions': () => <button type="button">Bestellen</button> },
    });
    expect(await screen.findAllByRole('button', { name: 'Bestellen' })).not.toHaveLength(0);
    shell.setNow(Date.parse('2026-06-24T15:00:00+02:00'));
    expect(screen.getByRole('heading', { name: 'Heute ist schon Schluss' })).toBeInTheDocument();
    expect(screen.getByText('Rote-Linsen-Curry mit Basmatireis')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Bestellen' })).not.toBeInTheDocument();
  });

  describe('of tomorrow, when the place has closed for the day', () => {
    const showClosedPage = (...menuAnswers: ScenarioAnswer[]) =>
      show(aRestaurant(), {
        now: Date.parse('2026-06-24T15:00:00+02:00'),
        slots: { 'meal/actions': () => <button type="button">Bestellen</button> },
        answers: [answer(getRestaurantByRoutingName, aRestaurant()), ...commonAnswers, ...menuAnswers],
      });
    const chooseTomorrow = async ({ user }: ReturnType<typeof showClosedPage>): Promise<void> =>
      user.click(await screen.findByRole('radio', { name: 'Morgen' }));

    it('is read behind „Morgen“, without order buttons, and today’s returns behind „Heute“', async () => {
      const closedPage = showClosedPage(
        answer(getMenuOfDay, [anOffer({ key: 'morgen', name: 'Grünkohl mit Pinkel' })]),
      );
      expect(await screen.findByRole('radio', { name: 'Heute' })).toBeChecked();
      await chooseTomorrow(closedPage);
      expect(await screen.findByText('Grünkohl mit Pinkel')).toBeVisible();
      expect(screen.queryByText('Rote-Linsen-Curry mit Basmatireis')).not.toBeInTheDocument();
      expect(screen.queryByRole('button', { name: 'Bestellen' })).not.toBeInTheDocument();
      expect(closedPage.shell.requests).toContain('GET /api/restaurants/elbkantine/menus/2026-06-25');
      await closedPage.user.click(screen.getByRole('radio', { name: 'Heute' }));
      expect(screen.getByText('Rote-Linsen-Curry mit Basmatireis')).toBeVisible();
    });

    it('isn’t offered where the place stays closed tomorrow, whose menu of today is readable all the same', async () => {
      const restaurant = aRestaurant({
        restTime: { start: '2026-06-20', end: '2026-07-05', restTimeTypeKey: 'betriebsferien' },
      });
      show(restaurant);
      expect(await screen.findByText('Rote-Linsen-Curry mit Basmatireis')).toBeVisible();
      expect(screen.queryByRole('radio', { name: 'Morgen' })).not.toBeInTheDocument();
    });

    it('says where there is none yet', async () => {
      const closedPage = showClosedPage(answer(getMenuOfDay, []));
      await chooseTomorrow(closedPage);
      expect(await screen.findByText('Für morgen ist noch keine Karte da.')).toBeVisible();
    });

    it('can be asked for again where it didn’t load', async () => {
      const closedPage = showClosedPage(refuse(getMenuOfDay, 'unavailable'));
      await chooseTomorrow(closedPage);
      expect(await screen.findByRole('heading', { name: 'Die Karte lädt nicht' })).toBeVisible();
      closedPage.shell.use(answer(getMenuOfDay, [anOffer({ key: 'morgen', name: 'Grünkohl mit Pinkel' })]));
      await closedPage.user.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
      expect(await screen.findByText('Grünkohl mit Pinkel')).toBeVisible();
    });
  });
});

it('shows the hours of the week with today marked, and the contact', async () => {
  const { user } = show(aRestaurant());
  await user.click(await screen.findByRole('button', { name: 'Info' }));
  const infoDialog = screen.getByRole('dialog', { name: 'Info' });
  expect(within(infoDialog).getByText('Mittwoch (heute)').parentElement).toHaveAttribute('aria-current', 'date');
  expect(within(infoDialog).getByRole('link', { name: '+49 40 5550142' })).toHaveAttribute('href', 'tel:+49405550142');
  expect(infoDialog).toHaveTextContent(/Große Elbstraße 14a.*22767 Hamburg.*Sonntaggeschlossen/);
});

it('D15 shows a non-partner with facts and a notice, without a menu', async () => {
  show(aRestaurant({ type: 'NonPartner', offers: [anOffer(), aDrink()] }));
  expect(await screen.findByRole('heading', { name: 'Noch kein Partner' })).toBeInTheDocument();
  expect(screen.queryByText('Rote-Linsen-Curry mit Basmatireis')).not.toBeInTheDocument();
  expect(await findPage()).toHaveTextContent('Mo. bis Fr. 11:00 bis 15:00');
});

it('collapses a description of more than 400 characters', async () => {
  const longDescription = `${'Hausmannskost. '.repeat(30)}Ende.`;
  const { user } = show(aRestaurant({ data: { ...aRestaurant().data, description: longDescription } }));
  const showMoreButton = await screen.findByRole('button', { name: 'Mehr anzeigen' });
  expect(showMoreButton).toHaveAttribute('aria-expanded', 'false');
  await user.click(showMoreButton);
  expect(screen.getByRole('button', { name: 'Weniger anzeigen' })).toHaveAttribute('aria-expanded', 'true');
});

it('shows the list’s data at once', async () => {
  show(aRestaurant(), {
    answers: [neverRespond(getRestaurantByRoutingName), ...commonAnswers],
    listedRestaurant: aRestaurant(),
  });
  expect(screen.getByRole('dialog', { name: 'Elbkantine' })).toHaveTextContent('Rote-Linsen-Curry');
  expect(await screen.findByText(/Vorbestellen geht im Moment nicht/)).toBeInTheDocument();
});

it.each(['notFound', 'invalidRequest'] as const)(
  'closes with a message when the place does not exist (%s)',
  async (errorCode) => {
    const { shell } = show(aRestaurant(), {
      answers: [refuse(getRestaurantByRoutingName, errorCode), ...commonAnswers],
    });
    await waitFor(() => expect(shell.recorded.navigation).toContainEqual(['close']));
    expect(shell.recorded.snackbars[0]?.text).toBe('Dieses Lokal gibt es hier nicht mehr.');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  },
);

it('offers a retry when the place can not be loaded', async () => {
  const { shell, user } = show(aRestaurant(), {
    answers: [refuse(getRestaurantByRoutingName, 'unavailable'), ...commonAnswers],
  });
  expect(await screen.findByRole('heading', { name: 'Das Lokal lädt nicht' })).toBeInTheDocument();
  shell.use(answer(getRestaurantByRoutingName, aRestaurant()));
  await user.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
  expect(await findPage()).toBeInTheDocument();
});

it('closes by its button', async () => {
  const { shell, user } = show(aRestaurant());
  await user.click(within(await findPage()).getByRole('button', { name: 'Schließen' }));
  expect(shell.recorded.navigation).toEqual([['close']]);
});

it('credits OpenStreetMap for its data, and nobody else', async () => {
  const { unmount } = show(aRestaurant({ credit: 'openStreetMap' }));
  expect(await screen.findByRole('link', { name: '© OpenStreetMap-Mitwirkende' })).toHaveAttribute(
    'href',
    'https://www.openstreetmap.org/copyright',
  );
  unmount();
  show(aRestaurant());
  await findPage();
  expect(screen.queryByText(/OpenStreetMap/)).not.toBeInTheDocument();
});

it('has the heart of the place', async () => {
  const unverifiedUser = aUser({ uid: 'uid-unverified-01', verificationCode: false, favorites: ['elbkantine'] });
  show(aRestaurant(), { session: 'unverified', topics: { [meTopic]: { user: [unverifiedUser] } } });
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Favorit: Elbkantine' })).toHaveAttribute('aria-pressed', 'true'),
  );
});

it('has the place’s name once in the reading order', async () => {
  show(aRestaurant());
  expect(within(await findPage()).getAllByRole('heading', { name: 'Elbkantine' })).toHaveLength(1);
  expect(
    within(await findPage())
      .getAllByText('Elbkantine')
      .filter((element) => element.closest('[aria-hidden=true]') === null),
  ).toHaveLength(1);
});

it('puts the place’s name into the title of the tab', async () => {
  const { shell, unmount } = show(aRestaurant());
  await findPage();
  expect(shell.recorded.screenNames).toEqual(['Elbkantine']);
  unmount();
  expect(shell.recorded.screenNames).toEqual([]);
});

it('names the reason of a holiday closure', async () => {
  show(aRestaurant({ restTime: { start: '2026-06-20', end: '2026-07-05', restTimeTypeKey: 'betriebsferien' } }));
  expect(await screen.findByText('Betriebsferien. Weiter geht es Mo. 6. Juli ab 11:00.')).toBeInTheDocument();
});
