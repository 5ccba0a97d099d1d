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
const severalMedia: Media[] = [
  image('raum'),
  image('teller'),
  { type: 'video', youtubeId: 'a/b' },
  { type: 'menu', url: '/media/karte.webp' },
];

const render = (overrides: Partial<Restaurant>) => renderWithShell(<MediaSlider restaurant={aRestaurant(overrides)} />);

const coverButton = () => screen.getByRole('button', { name: /groß ansehen/ });
const findOverlay = () => screen.findByRole('dialog', { name: 'Bilder von Elbkantine' });

beforeEach(() => void installBrowserDoubles());

describe('the slides', () => {
  it('are the drawn scene for a place without media', () => {
    const { container } = render({ media: [] });
    expect(container.querySelector('svg')).toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('are a new scene when its dish is sold out or the place closes, and for no other dish', () => {
    const dish = (name: string) => anOffer({ key: name, name });
    const [pizza, soup, cake] = [dish('Pizza'), dish('Erbsensuppe'), dish('Apfelkuchen')];
    const restaurantVersions: Partial<Restaurant>[] = [
      { offers: [pizza, soup, cake] },
      { offers: [pizza, soup] },
      { offers: [soup] },
      { offers: [soup], dayState: 'closed' },
    ];
    const place = aRestaurant({ media: [], dayState: 'open' });
    const StepThroughDay = () => {
      const [step, setStep] = useState(0);
      return (
        <>
          <div data-testid="table">
            <MediaSlider restaurant={{ ...place, ...restaurantVersions[step] }} />
          </div>
          <button type="button" onClick={() => setStep(step + 1)}>
            Weiter
          </button>
        </>
      );
    };
    renderWithShell(<StepThroughDay />);
    const renderedHtmls = restaurantVersions.map(() => {
      const { innerHTML } = screen.getByTestId('table');
      fireEvent.click(screen.getByRole('button', { name: 'Weiter' }));
      return innerHTML;
    });
    expect(renderedHtmls.map((html) => renderedHtmls.indexOf(html))).toEqual([0, 0, 2, 3]);
  });

  it('are the list’s picture for a place without others', () => {
    const { container } = render({ media: [], midSizeFirstImage: '/media/eins.webp' });
    expect(container.querySelector('img')).toHaveAttribute('src', '/media/eins.webp');
    expect(coverButton()).toHaveAccessibleName('Bild 1 von 1 groß ansehen');
    expect(screen.queryByRole('button', { name: 'Bilder anhalten' })).not.toBeInTheDocument();
  });

  it('have the size of the page, load nothing of a film, and show the scene for a broken picture', () => {
    const { container } = render({ media: severalMedia });
    const imageSources = () => [
      ...new Set([...container.querySelectorAll('img')].map((picture) => picture.getAttribute('src'))),
    ];
    expect(imageSources()).toEqual(['/media/raum-1280.webp', '/media/teller-1280.webp', '/media/karte.webp']);
    const [firstImage] = container.querySelectorAll('img');
    if (firstImage !== undefined) fireEvent.error(firstImage);
    expect(imageSources()).toEqual(['/media/teller-1280.webp', '/media/karte.webp']);
  });

  it('are one scene in place of drawings, and open all of them', async () => {
    const drawing = (name: string): Media => ({
      type: 'image',
      url: `/media/${name}.svg`,
      midSizeUrl: `/media/${name}.svg`,
    });
    const { container } = render({ media: [drawing('tisch'), drawing('raum')] });
    expect(container.querySelector('img')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Bilder anhalten' })).not.toBeInTheDocument();
    expect(coverButton()).toHaveAccessibleName('Bild 1 von 2 groß ansehen');
    fireEvent.click(coverButton());
    expect(within(await findOverlay()).getByText('1 von 2')).toBeInTheDocument();
  });

  it('count the drawings that the head leaves out', async () => {
    const { user } = render({
      media: [
        image('raum'),
        { type: 'image', url: '/a.svg', midSizeUrl: '/a.svg' },
        { type: 'image', url: '/b.svg', midSizeUrl: '/b.svg' },
        { type: 'menu', url: '/karte.webp' },
      ],
    });
    act(() => coverButton().focus());
    await user.keyboard('{ArrowLeft}');
    await waitFor(() => expect(coverButton()).toHaveAccessibleName('Bild 4 von 4 groß ansehen'));
  });

  it('move by arrow keys, in a ring', async () => {
    const { user } = render({ media: severalMedia });
    act(() => coverButton().focus());
    await user.keyboard('{ArrowRight}');
    await waitFor(() => expect(coverButton()).toHaveAccessibleName('Bild 2 von 4 groß ansehen'));
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    await waitFor(() => expect(coverButton()).toHaveAccessibleName('Bild 4 von 4 groß ansehen'));
  });
});

describe('autoplay', () => {
  beforeEach(() => void jest.useFakeTimers({ advanceTimers: true }));
  afterEach(() => void jest.useRealTimers());

  const passTime = (milliseconds: number): void => act(() => void jest.advanceTimersByTime(milliseconds));
  const expectSlide = (index: number) => expect(coverButton()).toHaveAccessibleName(`Bild ${index} von 4 groß ansehen`);

  it('U03 advances from slide to slide in a ring', () => {
    render({ media: severalMedia });
    for (const index of [1, 2, 3, 4, 1]) {
      expectSlide(index);
      passTime(5000);
    }
  });

  it('U03 stops after a press on its pause button, and continues after another', () => {
    render({ media: severalMedia });
    fireEvent.click(screen.getByRole('button', { name: 'Bilder anhalten' }));
    passTime(20_000);
    expectSlide(1);
    fireEvent.click(screen.getByRole('button', { name: 'Bilder abspielen' }));
    passTime(5000);
    expectSlide(2);
  });

  it('U03 is off for users who prefer reduced motion, until they start it', () => {
    installBrowserDoubles({ prefersReducedMotion: true });
    render({ media: severalMedia });
    passTime(20_000);
    expectSlide(1);
    fireEvent.click(screen.getByRole('button', { name: 'Bilder abspielen' }));
    passTime(5000);
    expectSlide(2);
  });

  it('U03 pauses while the pointer or the focus is on the slides', () => {
    render({ media: severalMedia });
    const pictureGroup = screen.getByRole('group', { name: 'Bilder von Elbkantine' });
    fireEvent.mouseEnter(pictureGroup);
    passTime(20_000);
    expectSlide(1);
    fireEvent.mouseLeave(pictureGroup);
    act(() => coverButton().focus());
    passTime(20_000);
    expectSlide(1);
    act(() => coverButton().blur());
    passTime(5000);
    expectSlide(2);
  });
});

describe('the overlay', () => {
  const dragBy = (user: UserEvent, movedPx: number): Promise<void> =>
    user.pointer([
      { target: coverButton(), keys: '[MouseLeft>]', coords: { clientX: 100, clientY: 40 } },
      { target: coverButton(), coords: { clientX: 100 + movedPx, clientY: 40 } },
      { target: coverButton(), keys: '[/MouseLeft]' },
    ]);

  it.each([
    [9, true],
    [10, false],
  ])('U02 opens after a press that moved by %i px: %s', async (movedPx, opensOverlay) => {
    const { user } = render({ media: severalMedia });
    await dragBy(user, movedPx);
    if (opensOverlay) expect(await findOverlay()).toBeInTheDocument();
    else expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('U01 opens by keyboard at the visible slide, and closes by Escape with the focus back', async () => {
    const { user } = render({ media: severalMedia });
    act(() => coverButton().focus());
    await user.keyboard('{ArrowRight}');
    await waitFor(() => expect(coverButton()).toHaveAccessibleName('Bild 2 von 4 groß ansehen'));
    await user.keyboard('{Enter}');
    expect(within(await findOverlay()).getByText('2 von 4')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    // The focus must return at once: one frame later the sheet below could move the focus to itself.
    expect(coverButton()).toHaveFocus();
  });

  it('U01 closes by a click beside the picture, not by one on it', async () => {
    const { user } = render({ media: severalMedia });
    await dragBy(user, 0);
    const picture = within(await findOverlay()).getAllByRole('img', { name: 'Bild von Elbkantine', hidden: true })[0];
    if (picture?.parentElement === undefined || picture.parentElement === null)
      throw new Error('The overlay shows no picture');
    fireEvent.click(picture);
    expect(await findOverlay()).toBeInTheDocument();
    fireEvent.click(picture.parentElement);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('moves by buttons and arrow keys, and announces the slide', async () => {
    const { user } = render({ media: severalMedia });
    await dragBy(user, 0);
    const overlayDialog = within(await findOverlay());
    await user.click(overlayDialog.getByRole('button', { name: 'Nächstes Bild' }));
    expect(await overlayDialog.findByText('2 von 4')).toBeInTheDocument();
    await user.keyboard('{ArrowRight}');
    expect(await overlayDialog.findByText('3 von 4')).toBeInTheDocument();
    await user.click(overlayDialog.getByRole('button', { name: 'Vorheriges Bild' }));
    expect(await overlayDialog.findByText('2 von 4')).toBeInTheDocument();
  });

  it('links to a film at YouTube in place of embedding it, with a label that says so', async () => {
    render({ media: [{ type: 'video', youtubeId: 'a/b' }] });
    fireEvent.click(coverButton());
    const dialog = within(await findOverlay());
    expect(dialog.getByText(/Erst wenn du es öffnest/)).toBeInTheDocument();
    const link = dialog.getByRole('link', { name: 'Auf YouTube ansehen' });
    expect(link).toHaveAttribute('href', 'https://www.youtube.com/watch?v=a%2Fb');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  });

  it('describes a picture that can not be loaded', async () => {
    render({ media: [image('weg')] });
    fireEvent.click(coverButton());
    const dialog = within(await findOverlay());
    fireEvent.error(dialog.getByRole('img', { name: 'Bild von Elbkantine' }));
    expect(dialog.getByText('Das Bild lädt nicht')).toBeInTheDocument();
  });
});
