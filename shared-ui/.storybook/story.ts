import type { ReactNode } from 'react';

/** A name that no column has room for. */
export const LONG_NAME = 'Wirtschaft zum Goldenen Schlossbräukeller an der Donaudampfschifffahrtsgesellschaft';

/** A dish that needs three lines. */
export const LONG_DISH = 'Hausgemachte Rindfleischroulade mit Apfelrotkohl, Kartoffelknödeln und Schwarzbierjus';

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#7fb3c8"/><circle cx="46" cy="16" r="8" fill="#ffe7a8"/><path d="M0 64 22 30l14 20 8-10 20 24Z" fill="#3f6b4a"/></svg>';

/** Stands in for a photo. */
export const PICTURE = `data:image/svg+xml,${encodeURIComponent(drawing)}`;

/** A picture that can't be loaded. */
export const BROKEN_PICTURE = 'data:image/png;base64,AAAA';

/** A film without a picture: its poster stays. */
export const NO_FILM = 'data:video/mp4;base64,AAAA';

/** For controls whose answer a story doesn't show. */
export const doNothing = (): void => undefined;

// Storybook's own types bring Node's along, which would change what `setTimeout` answers in the browser's code.

interface StoryParameters {
  /** The story fills the page by itself. */
  readonly isBare?: boolean;
}

/** How an argument is set in the controls panel. */
interface ArgControl {
  readonly control: string | { readonly type: 'range'; readonly min: number; readonly max: number };
  readonly options?: readonly string[];
}

/** Default export of a file of stories, as Storybook reads it. */
export interface Stories {
  /** Group and name: `Controls/Button`. */
  readonly title: string;
  readonly parameters?: StoryParameters;
}

/** One story that lays out its variants by itself. */
export interface Story {
  readonly render: () => ReactNode;
  readonly parameters?: StoryParameters;
  /** The toolbar's choices that this story begins with. */
  readonly globals?: { readonly viewport: { readonly value: 'phone' | 'tablet' | 'desktop' } };
}

/** One component whose props are set in the controls panel. */
export interface Playground<Props> {
  readonly render: (args: Props) => ReactNode;
  readonly args: Props;
  readonly argTypes?: Readonly<Partial<Record<keyof Props, ArgControl>>>;
}
