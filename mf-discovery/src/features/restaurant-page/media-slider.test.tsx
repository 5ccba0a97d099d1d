import type { Media, Restaurant } from '@mahlzeit/contract';
import { anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import { renderWithShell } from '@mahlzeit/shared-ui/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { installBrowserDoubles } from '../../testing/browser-doubles';
import { MediaSlider } from './media-slider';

const createImageMedia = (imageName: string): Media => ({
  type: 'image',
  url: `/media/${imageName}.webp`,
  midSizeUrl: `/media/${imageName}-1280.webp`,
});
const severalMedia: Media[] = [
  createImageMedia('raum'),
  createImageMedia('teller'),
  { type: 'video', youtubeId: 'a/b' },
  { type: 'menu', url: '/media/karte.webp' },
];

const renderMediaSlider = (overrides: Partial<Restaurant>) =>
  renderWithShell(<MediaSlider restaurant={aRestaurant(overrides)} />);

const coverButton = () => screen.getByRole('button', { name: /groß ansehen/ });
const findOverlay = () => screen.findByRole('dialog', { name: 'Bilder von Elbkantine' });

beforeEach(() => void installBrowserDoubles());
afterEach(() => void jest.restoreAllMocks());

describe('the slides', () => {
  it('are the drawn scene for a place without media', () => {
    const { container } = renderMediaSlider({ media: [] });
    expect(container.querySelector('svg')).toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('are a new scene when its dish is sold out or the place closes, and for no other dish', () => {
    const createDish = (dishName: string) => anOffer({ key: dishName, name: dishName });
    const [pizzaDish, soupDish, cakeDish] = [createDish('Pizza'), createDish('Erbsensuppe'), createDish('Apfelkuchen')];
    const restaurantVersions: Partial<Restaurant>[] = [
      { offers: [pizzaDish, soupDish, cakeDish] },
      { offers: [pizzaDish, soupDish] },
      { offers: [soupDish] },
      { offers: [soupDish], dayState: 'closed' },
    ];
    const initialRestaurant = aRestaurant({ media: [], dayState: 'open' });
    const StepThroughDay = () => {
      const [versionIndex, setVersionIndex] = useState(0);
      return (
        <>
          <div data-testid="table">
            <MediaSlider restaurant={{ ...initialRestaurant, ...restaurantVersions[versionIndex] }} />
          </div>
          <button type="button" onClick={() => setVersionIndex(versionIndex + 1)}>
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
    expect(renderedHtmls.map((renderedHtml) => renderedHtmls.indexOf(renderedHtml))).toEqual([0, 0, 2, 3]);
  });

  it('are the list’s picture for a place without others', () => {
    const { container } = renderMediaSlider({ media: [], midSizeFirstImage: '/media/eins.webp' });
    expect(container.querySelector('img')).toHaveAttribute('src', '/media/eins.webp');
    expect(coverButton()).toHaveAccessibleName('Bild 1 von 1 groß ansehen');
    expect(screen.queryByRole('button', { name: 'Bilder anhalten' })).not.toBeInTheDocument();
  });

  it('have the size of the page, load nothing of a film, and show the scene for a broken picture', () => {
    const { container } = renderMediaSlider({ media: severalMedia });
    const imageSources = () => [
      ...new Set([...container.querySelectorAll('img')].map((imageElement) => imageElement.getAttribute('src'))),
    ];
    expect(imageSources()).toEqual(['/media/raum-1280.webp', '/media/teller-1280.webp', '/media/karte.webp']);
    const [firstImage] = container.querySelectorAll('img');
    if (firstImage !== undefined) fireEvent.error(firstImage);
    expect(imageSources()).toEqual(['/media/teller-1280.webp', '/media/karte.webp']);
  });

  it('are one scene in place of drawings, and open all of them', async () => {
    const createDrawingMedia = (drawingName: string): Media => ({
      type: 'image',
      url: `/media/${drawingName}.svg`,
      midSizeUrl: `/media/${drawingName}.svg`,
    });
    const { container } = renderMediaSlider({ media: [createDrawingMedia('tisch'), createDrawingMedia('raum')] });
    expect(container.querySelector('img')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Bilder anhalten' })).not.toBeInTheDocument();
    expect(coverButton()).toHaveAccessibleName('Bild 1 von 2 groß ansehen');
    fireEvent.click(coverButton());
    expect(within(await findOverlay()).getByText('1 von 2')).toBeInTheDocument();
  });

  it('count the drawings that the head leaves out', async () => {
    const { user } = renderMediaSlider({
      media: [
        createImageMedia('raum'),
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
    const { user } = renderMediaSlider({ media: severalMedia });
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

  const advanceTimers = (durationMs: number): void => act(() => void jest.advanceTimersByTime(durationMs));
  const expectCurrentSlide = (slideNumber: number) =>
    expect(coverButton()).toHaveAccessibleName(`Bild ${slideNumber} von 4 groß ansehen`);

  it('U03 advances from slide to slide in a ring', () => {
    renderMediaSlider({ media: severalMedia });
    for (const slideNumber of [1, 2, 3, 4, 1]) {
      expectCurrentSlide(slideNumber);
      advanceTimers(5000);
    }
  });

  it('U03 stops after a press on its pause button, and continues after another', () => {
    renderMediaSlider({ media: severalMedia });
    fireEvent.click(screen.getByRole('button', { name: 'Bilder anhalten' }));
    advanceTimers(20_000);
    expectCurrentSlide(1);
    fireEvent.click(screen.getByRole('button', { name: 'Bilder abspielen' }));
    advanceTimers(5000);
    expectCurrentSlide(2);
  });

  it('U03 is off for users who prefer reduced motion, until they start it', () => {
    installBrowserDoubles({ prefersReducedMotion: true });
    renderMediaSlider({ media: severalMedia });
    advanceTimers(20_000);
    expectCurrentSlide(1);
    fireEvent.click(screen.getByRole('button', { name: 'Bilder abspielen' }));
    advanceTimers(5000);
    expectCurrentSlide(2);
  });

  it('U03 pauses while the pointer or the focus is on the slides', () => {
    renderMediaSlider({ media: severalMedia });
    const pictureGroup = screen.getByRole('group', { name: 'Bilder von Elbkantine' });
    fireEvent.mouseEnter(pictureGroup);
    advanceTimers(20_000);
    expectCurrentSlide(1);
    fireEvent.mouseLeave(pictureGroup);
    act(() => coverButton().focus());
    advanceTimers(20_000);
    expectCurrentSlide(1);
    act(() => coverButton().blur());
    advanceTimers(5000);
    expectCurrentSlide(2);
  });
});

describe('the overlay', () => {
  const dragBy = (userEvent: UserEvent, movedPx: number): Promise<void> =>
    userEvent.pointer([
      { target: coverButton(), keys: '[MouseLeft>]', coords: { clientX: 100, clientY: 40 } },
      { target: coverButton(), coords: { clientX: 100 + movedPx, clientY: 40 } },
      { target: coverButton(), keys: '[/MouseLeft]' },
    ]);

  it.each([
    [9, true],
    [10, false],
  ])('U02 opens after a press that moved by %i px: %s', async (movedPx, opensOverlay) => {
    const { user } = renderMediaSlider({ media: severalMedia });
    await dragBy(user, movedPx);
    if (opensOverlay) expect(await findOverlay()).toBeInTheDocument();
    else expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('U02 opens by keyboard after a drag that ended outside of the slides', async () => {
    // jsdom has no layout, but the carousel can be dragged only with a layout, so the test adds one.
    jest.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockReturnValue(document.body);
    const { user } = renderMediaSlider({ media: severalMedia });
    await user.pointer([
      { target: coverButton(), keys: '[MouseLeft>]', coords: { clientX: 100, clientY: 40 } },
      { target: coverButton(), coords: { clientX: 160, clientY: 40 } },
      { target: document.body, keys: '[/MouseLeft]', coords: { clientX: 160, clientY: 400 } },
    ]);
    act(() => coverButton().focus());
    await user.keyboard('{Enter}');
    expect(await findOverlay()).toBeInTheDocument();
  });

  it('U01 opens by keyboard at the visible slide, and closes by Escape with the focus back', async () => {
    const { user } = renderMediaSlider({ media: severalMedia });
    act(() => coverButton().focus());
    await user.keyboard('{ArrowRight}');
    await waitFor(() => expect(coverButton()).toHaveAccessibleName('Bild 2 von 4 groß ansehen'));
    await user.keyboard('{Enter}');
    expect(within(await findOverlay()).getByText('2 von 4')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    // The focus must return at once, because one animation frame later the sheet below the overlay could take it.
    expect(coverButton()).toHaveFocus();
  });

  it.each(['at rest', 'while the slides move'])(
    'U01 closes by a click beside the picture, not by one on it: %s',
    async (situation) => {
      const { user } = renderMediaSlider({ media: severalMedia });
      await dragBy(user, 0);
      const [picture] = within(await findOverlay()).getAllByRole('img', { name: 'Bild von Elbkantine', hidden: true });
      const pictureSlide = picture?.parentElement;
      const slideRow = pictureSlide?.parentElement;
      if (picture === undefined || !pictureSlide || !slideRow) throw new Error('The overlay shows no picture');
      jest.spyOn(picture, 'getBoundingClientRect').mockReturnValue(new DOMRect(20, 80, 300, 200));
      // A slide that moves out of view doesn't react to presses (`inert`), so a browser sends them to the row of
      // slides.
      const pressTargets =
        situation === 'at rest' ? { on: picture, beside: pictureSlide } : { on: slideRow, beside: slideRow };
      fireEvent.click(pressTargets.on, { detail: 1, clientX: 100, clientY: 100 });
      expect(await findOverlay()).toBeInTheDocument();
      fireEvent.click(pressTargets.beside, { detail: 1, clientX: 100, clientY: 40 });
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    },
  );

  it('moves by buttons and arrow keys, and announces the slide', async () => {
    const { user } = renderMediaSlider({ media: severalMedia });
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
    renderMediaSlider({ media: [{ type: 'video', youtubeId: 'a/b' }] });
    fireEvent.click(coverButton());
    const pictureDialog = within(await findOverlay());
    expect(pictureDialog.getByText(/Erst wenn du es öffnest/)).toBeInTheDocument();
    const youtubeLink = pictureDialog.getByRole('link', { name: 'Auf YouTube ansehen' });
    expect(youtubeLink).toHaveAttribute('href', 'https://www.youtube.com/watch?v=a%2Fb');
    expect(youtubeLink).toHaveAttribute('rel', 'noopener noreferrer');
  });

  it.each([
    [9, true],
    [10, false],
  ])('U02 follows a link on a slide after a press that moved by %i px: %s', async (movedPx, followsLink) => {
    const { user } = renderMediaSlider({ media: [{ type: 'video', youtubeId: 'a/b' }] });
    await dragBy(user, 0);
    const youtubeLink = within(await findOverlay()).getByRole('link', { name: 'Auf YouTube ansehen' });
    const onLinkClick = jest.fn((event: Event) => event.preventDefault());
    youtubeLink.addEventListener('click', onLinkClick);
    await user.pointer([
      { target: youtubeLink, keys: '[MouseLeft>]', coords: { clientX: 100, clientY: 40 } },
      { target: youtubeLink, coords: { clientX: 100 + movedPx, clientY: 40 } },
      { target: youtubeLink, keys: '[/MouseLeft]' },
    ]);
    expect(onLinkClick).toHaveBeenCalledTimes(followsLink ? 1 : 0);
  });

  it('describes a picture that can not be loaded', async () => {
    renderMediaSlider({ media: [createImageMedia('weg')] });
    fireEvent.click(coverButton());
    const pictureDialog = within(await findOverlay());
    fireEvent.error(pictureDialog.getByRole('img', { name: 'Bild von Elbkantine' }));
    expect(pictureDialog.getByText('Das Bild lädt nicht')).toBeInTheDocument();
  });
});
