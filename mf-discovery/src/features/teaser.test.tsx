import { globalTopic } from '@mahlzeit/contract';
import type { Restaurant, Teaser } from '@mahlzeit/contract';
import { aRestaurant, aTeaser } from '@mahlzeit/contract/fixtures';
import { renderWithShell } from '@mahlzeit/shared-ui/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { installBrowserDoubles } from '../testing/browser-doubles';
import { placeOfTeaser, TeaserBanner, teaserTargetOf } from './teaser';

describe('the target of a teaser', () => {
  it.each([
    ['a screen with its parameter', 'Details/elbkantine', { kind: 'screen', key: 'details', params: ['elbkantine'] }],
    [
      'a screen with more of them',
      'Details/elbkantine/cart',
      { kind: 'screen', key: 'details', params: ['elbkantine', 'cart'] },
    ],
    ['a screen alone', 'TagSelection', { kind: 'screen', key: 'tagselection', params: [] }],
    ['parameters as they are written', 'Details/Café-Ö', { kind: 'screen', key: 'details', params: ['Café-Ö'] }],
    ['a page outside', 'https://mahlzeit.test/suppenwoche', { kind: 'page', url: 'https://mahlzeit.test/suppenwoche' }],
    ['nowhere without an action', null, null],
    ['nowhere by an empty action', '', null],
    ['nowhere by a script', 'javascript:alert(1)', null],
    ['nowhere by an unsafe page', 'http://mahlzeit.test', null],
    ['nowhere by a path', '//mahlzeit.test/x', null],
  ])('is %s', (_case, actionUrl, expectedTarget) => {
    expect(teaserTargetOf({ actionUrl })).toEqual(expectedTarget);
  });
});

describe('the restaurant of a teaser', () => {
  const places = [
    aRestaurant({ name: 'Mensa', routingName: 'mensa' }),
    aRestaurant({ name: 'Café Ö', routingName: 'Café-Ö' }),
  ];

  it.each([
    ['the one that it leads to', 'Details/Café-Ö', 'Café Ö'],
    ['that of its cart', 'details/mensa/cart', 'Mensa'],
    ['none where it is far away', 'Details/elbkantine', null],
    ['none where it leads to another screen', 'TagSelection/mensa', null],
    ['none where it leads out', 'https://mahlzeit.test/details/mensa', null],
    ['none where it leads nowhere', null, null],
  ])('is %s', (_case, actionUrl, expectedPlace) => expect(placeOfTeaser({ actionUrl }, places)).toBe(expectedPlace));
});

describe('the visible teaser', () => {
  const hamburgCoordinate = { latitude: 53.55, longitude: 9.99 };

  const renderTeasersAmong = (restaurants: readonly Restaurant[], ...teasers: Teaser[]) =>
    renderWithShell(<TeaserBanner center={hamburgCoordinate} restaurants={restaurants} />, {
      topics: { [globalTopic]: { teasers } },
    });
  const renderTeasers = (...teasers: Teaser[]) => renderTeasersAmong([], ...teasers);
  const pictureSourceOf = (link: HTMLElement) => link.querySelector('img')?.getAttribute('src');

  beforeEach(() => void installBrowserDoubles());

  it('D14 has the highest priority of those for this day and place, and links to its target', async () => {
    // The current day of the test data is a Wednesday.
    renderTeasers(
      aTeaser({ key: 'low', priority: 1, imageUrl: '/media/low.webp' }),
      aTeaser({
        key: 'high',
        priority: 5,
        imageUrl: '/media/high.webp',
        daysOfWeek: [3],
        actionUrl: 'Details/elbkantine',
      }),
      aTeaser({ key: 'sunday', priority: 9, daysOfWeek: [0] }),
      aTeaser({ key: 'munich', priority: 9, location: { latitude: 48.14, longitude: 11.57, distance: 5_000 } }),
      aTeaser({ key: 'bare', priority: 9, imageUrl: null }),
    );
    const link = await screen.findByRole('link', { name: 'Zur Aktion' });
    expect(link).toHaveAttribute('href', '#details/elbkantine');
    expect(pictureSourceOf(link)).toBe('/media/high.webp');
  });

  it('has its words over the picture and in the name of the link', async () => {
    renderTeasers(aTeaser({ words: { title: 'Suppentag', text: 'Heute dampft es' } }));
    const link = await screen.findByRole('link', { name: 'Suppentag Heute dampft es' });
    expect(pictureSourceOf(link)).toBe('/media/teaser/spargelzeit.webp');
  });

  it('names its restaurant, visibly and for screen readers', async () => {
    renderTeasersAmong(
      [aRestaurant({ name: 'Elbkantine', routingName: 'elbkantine' })],
      aTeaser({ words: { title: 'Suppentag', text: 'Heute dampft es' }, actionUrl: 'Details/elbkantine' }),
    );
    const link = await screen.findByRole('link', { name: 'Suppentag Elbkantine Heute dampft es' });
    expect(link).toHaveTextContent('SuppentagElbkantineHeute dampft es');
  });

  it('announces that an external page opens in a new tab, whatever the words', async () => {
    renderTeasers(aTeaser({ words: { title: 'Suppentag', text: '' }, actionUrl: 'https://mahlzeit.test/suppenwoche' }));
    expect(await screen.findByRole('link', { name: /^Suppentag.*öffnet eine neue Seite/ })).toBeInTheDocument();
  });

  it('D14 is valid every day when it has no days', async () => {
    renderTeasers(aTeaser({ daysOfWeek: null }));
    expect(await screen.findByRole('link', { name: 'Zur Aktion' })).toBeInTheDocument();
  });

  it('D14 is our own when none fits', async () => {
    renderTeasers(aTeaser({ daysOfWeek: [] }));
    expect(await screen.findByRole('link', { name: /^Mahlzeit als App/ })).toHaveAttribute('href', '#download');
  });

  it('is our own when teasers can not be loaded', async () => {
    renderTeasers(aTeaser());
    const link = await screen.findByRole('link', { name: 'Zur Aktion' });
    const teaserPicture = link.querySelector('img');
    if (teaserPicture !== null) fireEvent.error(teaserPicture);
    expect(await screen.findByRole('link', { name: /^Mahlzeit als App/ })).toBeInTheDocument();
  });

  it('opens an external page in a new tab', async () => {
    renderTeasers(aTeaser({ actionUrl: 'https://mahlzeit.test/suppenwoche' }));
    const link = await screen.findByRole('link', { name: /öffnet eine neue Seite/ });
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  });

  it('is no link without a target', async () => {
    const { container } = renderTeasers(aTeaser({ actionUrl: null, imageUrl: '/media/still.webp' }));
    await waitFor(() => expect(container.querySelector('img')).toHaveAttribute('src', '/media/still.webp'));
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
  });

  it('shows a film that can be stopped', async () => {
    jest.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => undefined);
    const { user } = renderTeasers(aTeaser({ videoUrl: '/media/suppe.webm' }));
    await user.click(await screen.findByRole('button', { name: 'Film anhalten' }));
    expect(screen.getByRole('button', { name: 'Film abspielen' })).toBeInTheDocument();
  });

  it('names the restaurant over a film', async () => {
    renderTeasersAmong(
      [aRestaurant({ name: 'Elbkantine', routingName: 'elbkantine' })],
      aTeaser({
        videoUrl: '/media/suppe.webm',
        words: { title: 'Suppentag', text: '' },
        actionUrl: 'Details/elbkantine',
      }),
    );
    expect(await screen.findByRole('link', { name: 'Suppentag Elbkantine' })).toHaveTextContent('SuppentagElbkantine');
  });

  it('changes with the gateway’s data, and with the day', async () => {
    const { shell } = renderTeasers(aTeaser({ key: 'a', daysOfWeek: [3] }));
    await screen.findByRole('link', { name: 'Zur Aktion' });
    shell.advance(24 * 3_600_000);
    expect(await screen.findByRole('link', { name: /^Mahlzeit als App/ })).toBeInTheDocument();
    const thursdayTeaser = aTeaser({ key: 'b', daysOfWeek: [4], imageUrl: '/media/thursday.webp' });
    shell.change(globalTopic, { kind: 'put', collection: 'teasers', key: 'b', value: { ...thursdayTeaser } });
    expect(pictureSourceOf(await screen.findByRole('link', { name: 'Zur Aktion' }))).toBe('/media/thursday.webp');
  });
});
