import type { Media, Restaurant } from '@mahlzeit/contract';
import { anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import { renderWithShell } from '@mahlzeit/shared-ui/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { installBrowserDoubles } from '../../testing/browser-doubles';
import { MediaSlider } from './media-slider';

const image = (name: string): Media => ({
  type: 'image',
  url: `/media/${name}.webp`,
  midSizeUrl: `/media/${name}-1280.webp`,
});
const several: Media[] = [
  image('raum'),
  image('teller'),
  { type: 'video', youtubeId: 'a/b' },
  { type: 'menu', url: '/media/karte.webp' },
];

const show = (overrides: Partial<Restaurant>) => renderWithShell(<MediaSlider restaurant={aRestaurant(overrides)} />);

const cover = () => screen.getByRole('button', { name: /groß ansehen/ });
const overlay = () => screen.findByRole('dialog', { name: 'Bilder von Elbkantine' });

beforeEach(() => void installBrowserDoubles());

describe('the slides', () => {
  it('are the laid table where there is nothing to show', () => {
    const { container } = show({ media: [] });
    expect(container.querySelector('svg')).toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('lay the table anew where its dish is sold out or the place closes, and for no other dish', () => {
    const dish = (name: string) => anOffer({ key: name, name });
    const [pizza, soup, cake] = [dish('Pizza'), dish('Erbsensuppe'), dish('Apfelkuchen')];
    const steps: Partial<Restaurant>[] = [
      { offers: [pizza, soup, cake] },
      { offers: [pizza, soup] },
      { offers: [soup] },
      { offers: [soup], dayState: 'closed' },
    ];
    const place = aRestaurant({ media: [], dayState: 'open' });
    const Day = () => {
      const [step, setStep] = useState(0);
      return (
        <>
          <div data-testid="table">
            <MediaSlider restaurant={{ ...place, ...steps[step] }} />
          </div>
          <button type="button" onClick={() => setStep(step + 1)}>
            Weiter
          </button>
        </>
      );
    };
    renderWithShell(<Day />);
    const tables = steps.map(() => {
      const { innerHTML } = screen.getByTestId('table');
      fireEvent.click(screen.getByRole('button', { name: 'Weiter' }));
      return innerHTML;
    });
    expect(tables.map((table) => tables.indexOf(table))).toEqual([0, 0, 2, 3]);
  });

  it('are the one picture that the list shows, where there is no other', () => {
    const { container } = show({ media: [], midSizeFirstImage: '/media/eins.webp' });
    expect(container.querySelector('img')).toHaveAttribute('src', '/media/eins.webp');
    expect(cover()).toHaveAccessibleName('Bild 1 von 1 groß ansehen');
    expect(screen.queryByRole('button', { name: 'Bilder anhalten' })).not.toBeInTheDocument();
  });

  it('come in the size of the page, fetch nothing of a film, and show the table for a broken one', () => {
    const { container } = show({ media: several });
    const sources = () => [
      ...new Set([...container.querySelectorAll('img')].map((picture) => picture.getAttribute('src'))),
    ];
    expect(sources()).toEqual(['/media/raum-1280.webp', '/media/teller-1280.webp', '/media/karte.webp']);
    const [first] = container.querySelectorAll('img');
    if (first !== undefined) fireEvent.error(first);
    expect(sources()).toEqual(['/media/teller-1280.webp', '/media/karte.webp']);
  });

  it('stand as one laid table where they are drawings, and open all', async () => {
    const drawing = (name: string): Media => ({
      type: 'image',
      url: `/media/${name}.svg`,
      midSizeUrl: `/media/${name}.svg`,
    });
    const { container } = show({ media: [drawing('tisch'), drawing('raum')] });
    expect(container.querySelector('img')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Bilder anhalten' })).not.toBeInTheDocument();
    expect(cover()).toHaveAccessibleName('Bild 1 von 2 groß ansehen');
    fireEvent.click(cover());
    expect(within(await overlay()).getByText('1 von 2')).toBeInTheDocument();
  });

  it('count the drawings that the head leaves out', async () => {
    const { user } = show({
      media: [
        image('raum'),
        { type: 'image', url: '/a.svg', midSizeUrl: '/a.svg' },
        { type: 'image', url: '/b.svg', midSizeUrl: '/b.svg' },
        { type: 'menu', url: '/karte.webp' },
      ],
    });
    act(() => cover().focus());
    await user.keyboard('{ArrowLeft}');
    await waitFor(() => expect(cover()).toHaveAccessibleName('Bild 4 von 4 groß ansehen'));
  });

  it('pass by arrow keys, in a ring', async () => {
    const { user } = show({ media: several });
    act(() => cover().focus());
    await user.keyboard('{ArrowRight}');
    await waitFor(() => expect(cover()).toHaveAccessibleName('Bild 2 von 4 groß ansehen'));
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    await waitFor(() => expect(cover()).toHaveAccessibleName('Bild 4 von 4 groß ansehen'));
  });
});

describe('by itself', () => {
  beforeEach(() => void jest.useFakeTimers({ advanceTimers: true }));
  afterEach(() => void jest.useRealTimers());

  const pass = (milliseconds: number): void => act(() => void jest.advanceTimersByTime(milliseconds));
  const shown = (index: number) => expect(cover()).toHaveAccessibleName(`Bild ${index} von 4 groß ansehen`);

  it('U03 goes on from slide to slide and round again', () => {
    show({ media: several });
    for (const index of [1, 2, 3, 4, 1]) {
      shown(index);
      pass(5000);
    }
  });

  it('U03 is paused after a press on its pause control, and goes on after another', () => {
    show({ media: several });
    fireEvent.click(screen.getByRole('button', { name: 'Bilder anhalten' }));
    pass(20_000);
    shown(1);
    fireEvent.click(screen.getByRole('button', { name: 'Bilder abspielen' }));
    pass(5000);
    shown(2);
  });

  it('U03 is paused for who wants no movement, until they say otherwise', () => {
    installBrowserDoubles({ prefersReducedMotion: true });
    show({ media: several });
    pass(20_000);
    shown(1);
    fireEvent.click(screen.getByRole('button', { name: 'Bilder abspielen' }));
    pass(5000);
    shown(2);
  });

  it('U03 waits while the mouse or the focus is on it', () => {
    show({ media: several });
    const group = screen.getByRole('group', { name: 'Bilder von Elbkantine' });
    fireEvent.mouseEnter(group);
    pass(20_000);
    shown(1);
    fireEvent.mouseLeave(group);
    act(() => cover().focus());
    pass(20_000);
    shown(1);
    act(() => cover().blur());
    pass(5000);
    shown(2);
  });
});

describe('the large pictures', () => {
  const press = (user: UserEvent, moved: number): Promise<void> =>
    user.pointer([
      { target: cover(), keys: '[MouseLeft>]', coords: { clientX: 100, clientY: 40 } },
      { target: cover(), coords: { clientX: 100 + moved, clientY: 40 } },
      { target: cover(), keys: '[/MouseLeft]' },
    ]);

  it.each([
    [9, true],
    [10, false],
  ])('U02 open by a press that moved by %i px: %s', async (moved, opens) => {
    const { user } = show({ media: several });
    await press(user, moved);
    if (opens) expect(await overlay()).toBeInTheDocument();
    else expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('U01 open by keyboard at the slide that shows, and close by Escape with the focus back', async () => {
    const { user } = show({ media: several });
    act(() => cover().focus());
    await user.keyboard('{ArrowRight}');
    await waitFor(() => expect(cover()).toHaveAccessibleName('Bild 2 von 4 groß ansehen'));
    await user.keyboard('{Enter}');
    expect(within(await overlay()).getByText('2 von 4')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    // At once: a frame later the sheet below could take the focus.
    expect(cover()).toHaveFocus();
  });

  it('U01 close by a click beside the picture, not by one on it', async () => {
    const { user } = show({ media: several });
    await press(user, 0);
    const picture = within(await overlay()).getAllByRole('img', { name: 'Bild von Elbkantine', hidden: true })[0];
    if (picture?.parentElement === undefined || picture.parentElement === null) throw new Error('no picture');
    fireEvent.click(picture);
    expect(await overlay()).toBeInTheDocument();
    fireEvent.click(picture.parentElement);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('go on by buttons and arrow keys, and say which one shows', async () => {
    const { user } = show({ media: several });
    await press(user, 0);
    const dialog = within(await overlay());
    await user.click(dialog.getByRole('button', { name: 'Nächstes Bild' }));
    expect(await dialog.findByText('2 von 4')).toBeInTheDocument();
    await user.keyboard('{ArrowRight}');
    expect(await dialog.findByText('3 von 4')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Vorheriges Bild' }));
    expect(await dialog.findByText('2 von 4')).toBeInTheDocument();
  });

  it('lead to a film at YouTube instead of holding it, and say so before', async () => {
    show({ media: [{ type: 'video', youtubeId: 'a/b' }] });
    fireEvent.click(cover());
    const dialog = within(await overlay());
    expect(dialog.getByText(/Erst wenn du es öffnest/)).toBeInTheDocument();
    const link = dialog.getByRole('link', { name: 'Auf YouTube ansehen' });
    expect(link).toHaveAttribute('href', 'https://www.youtube.com/watch?v=a%2Fb');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  });

  it('say of a picture that can not be had that it can not', async () => {
    show({ media: [image('weg')] });
    fireEvent.click(cover());
    const dialog = within(await overlay());
    fireEvent.error(dialog.getByRole('img', { name: 'Bild von Elbkantine' }));
    expect(dialog.getByText('Das Bild lädt nicht')).toBeInTheDocument();
  });
});
