import { I18nProvider } from 'react-aria-components/I18nProvider';
import type { ReactNode } from 'react';

/** The app speaks German whatever the browser speaks, down to the names of days in a calendar. */
export const German = ({ children }: { readonly children: ReactNode }) => (
  <I18nProvider locale="de-DE">{children}</I18nProvider>
);
