import type { ReactNode } from 'react';

/** Name that fits no column. */
export const LONG_NAME = 'Wirtschaft zum Goldenen Schlossbräukeller an der Donaudampfschifffahrtsgesellschaft';

/** Dish that needs three lines. */
export const LONG_DISH = 'Hausgemachte Rindfleischroulade mit Apfelrotkohl, Kartoffelknödeln und Schwarzbierjus';

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#7fb3c8"/><circle cx="46" cy="16" r="8" fill="#ffe7a8"/><path d="M0 64 22 30l14 20 8-10 20 24Z" fill="#3f6b4a"/></svg>';

/** Replacement of a photo. */
export const PICTURE = `data:image/svg+xml,${encodeURIComponent(drawing)}`;

/** Picture that can't be loaded. */
export const BROKEN_PICTURE = 'data:image/png;base64,AAAA';

/** Film without a picture: its poster stays. */
export const NO_FILM = 'data:video/mp4;base64,AAAA';

/** Callback of controls whose result a story doesn't show. */
export const doNothing = (): void => undefined;

// Storybook's own types include Node's, which would change the return type of `setTimeout` in the browser's code.

interface StoryParameters {
  /** True for a story that fills the page itself. */
  readonly isBare?: boolean;
}

/** Control of an argument in the controls panel. */
interface ArgControl {
  readonly control: string | { readonly type: 'range'; readonly min: number; readonly max: number };
  readonly options?: readonly string[];
}

/** Default export of a stories file, as Storybook reads it. */
export interface Stories {
  /** Group and name: `Controls/Button`. */
  readonly title: string;
  readonly parameters?: StoryParameters;
}

/** Story that lays out its variants itself. */
export interface Story {
  readonly render: () => ReactNode;
  readonly parameters?: StoryParameters;
  /** Initial choices of the toolbar. */
  readonly globals?: { readonly viewport: { readonly value: 'phone' | 'tablet' | 'desktop' } };
}

/** Component whose props are set in the controls panel. */
export interface Playground<Props> {
  readonly render: (args: Props) => ReactNode;
  readonly args: Props;
  readonly argTypes?: Readonly<Partial<Record<keyof Props, ArgControl>>>;
}
