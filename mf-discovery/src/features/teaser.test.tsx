import { globalTopic } from '@mahlzeit/contract';
import type { Restaurant, Teaser } from '@mahlzeit/contract';
import { aRestaurant, aTeaser } from '@mahlzeit/contract/fixtures';
import { renderWithShell } from '@mahlzeit/shared-ui/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { installBrowserDoubles } from '../testing/browser-doubles';
import { placeOfTeaser, TeaserBanner, teaserTarget } from './teaser';

describe('where a teaser leads', () => {
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
  ])('leads to %s', (_case, actionUrl, target) => {
    expect(teaserTarget({ actionUrl })).toEqual(target);
  });
});

describe('the place of a teaser', () => {
  const around = [
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
  ])('is %s', (_case, actionUrl, place) => expect(placeOfTeaser({ actionUrl }, around)).toBe(place));
});

describe('the teaser that is shown', () => {
  const hamburg = { latitude: 53.55, longitude: 9.99 };

  const showAmong = (restaurants: readonly Restaurant[], ...teasers: Teaser[]) =>
    renderWithShell(<TeaserBanner around={hamburg} restaurants={restaurants} />, {
      topics: { [globalTopic]: { teasers } },
    });
  const show = (...teasers: Teaser[]) => showAmong([], ...teasers);
  const pictureOf = (link: HTMLElement) => link.querySelector('img')?.getAttribute('src');

  beforeEach(() => void installBrowserDoubles());

  it('D14 shows the one that ranks highest of those for this day and place, and leads where it says', async () => {
    // The fixtures' day is a Wednesday.
    show(
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
    expect(pictureOf(link)).toBe('/media/high.webp');
  });

  it('writes the words over the picture, and they name the link', async () => {
    show(aTeaser({ words: { title: 'Suppentag', text: 'Heute dampft es' } }));
    const link = await screen.findByRole('link', { name: 'Suppentag Heute dampft es' });
    expect(pictureOf(link)).toBe('/media/teaser/spargelzeit.webp');
  });

  it('names its place, in sight and for who hears it', async () => {
    showAmong(
      [aRestaurant({ name: 'Elbkantine', routingName: 'elbkantine' })],
      aTeaser({ words: { title: 'Suppentag', text: 'Heute dampft es' }, actionUrl: 'Details/elbkantine' }),
    );
    const link = await screen.findByRole('link', { name: 'Suppentag Elbkantine Heute dampft es' });
    expect(link).toHaveTextContent('SuppentagElbkantineHeute dampft es');
  });

  it('says of a page outside that it opens anew, whatever the words', async () => {
    show(aTeaser({ words: { title: 'Suppentag', text: '' }, actionUrl: 'https://mahlzeit.test/suppenwoche' }));
    expect(await screen.findByRole('link', { name: /^Suppentag.*öffnet eine neue Seite/ })).toBeInTheDocument();
  });

  it('D14 takes days that are not set for every day', async () => {
    show(aTeaser({ daysOfWeek: null }));
    expect(await screen.findByRole('link', { name: 'Zur Aktion' })).toBeInTheDocument();
  });

  it('D14 shows our own picture where none qualifies', async () => {
    show(aTeaser({ daysOfWeek: [] }));
    expect(await screen.findByRole('link', { name: /^Mahlzeit als App/ })).toHaveAttribute('href', '#download');
  });

  it("shows our own picture where the teaser's can not be loaded", async () => {
    show(aTeaser());
    const link = await screen.findByRole('link', { name: 'Zur Aktion' });
    const picture = link.querySelector('img');
    if (picture !== null) fireEvent.error(picture);
    expect(await screen.findByRole('link', { name: /^Mahlzeit als App/ })).toBeInTheDocument();
  });

  it('opens a page outside in a tab of its own', async () => {
    show(aTeaser({ actionUrl: 'https://mahlzeit.test/suppenwoche' }));
    const link = await screen.findByRole('link', { name: /öffnet eine neue Seite/ });
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  });

  it('is no link where it leads nowhere', async () => {
    const { container } = show(aTeaser({ actionUrl: null, imageUrl: '/media/still.webp' }));
    await waitFor(() => expect(container.querySelector('img')).toHaveAttribute('src', '/media/still.webp'));
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
  });

  it('shows a film that can be stopped', async () => {
    jest.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => undefined);
    const { user } = show(aTeaser({ videoUrl: '/media/suppe.webm' }));
    await user.click(await screen.findByRole('button', { name: 'Film anhalten' }));
    expect(screen.getByRole('button', { name: 'Film abspielen' })).toBeInTheDocument();
  });

  it('names the place of a film over it', async () => {
    showAmong(
      [aRestaurant({ name: 'Elbkantine', routingName: 'elbkantine' })],
      aTeaser({
        videoUrl: '/media/suppe.webm',
        words: { title: 'Suppentag', text: '' },
        actionUrl: 'Details/elbkantine',
      }),
    );
    expect(await screen.findByRole('link', { name: 'Suppentag Elbkantine' })).toHaveTextContent('SuppentagElbkantine');
  });

  it('changes with what the gateway says, and with the day', async () => {
    const { shell } = show(aTeaser({ key: 'a', daysOfWeek: [3] }));
    await screen.findByRole('link', { name: 'Zur Aktion' });
    shell.advance(24 * 3_600_000);
    expect(await screen.findByRole('link', { name: /^Mahlzeit als App/ })).toBeInTheDocument();
    const thursday = aTeaser({ key: 'b', daysOfWeek: [4], imageUrl: '/media/thursday.webp' });
    shell.change(globalTopic, { kind: 'put', collection: 'teasers', key: 'b', value: { ...thursday } });
    expect(pictureOf(await screen.findByRole('link', { name: 'Zur Aktion' }))).toBe('/media/thursday.webp');
  });
});
