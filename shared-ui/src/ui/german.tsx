import { I18nProvider } from 'react-aria-components/I18nProvider';
import type { ReactNode } from 'react';

/** Makes react-aria use German, independent of the browser's language, for example in names of days. */
export const German = ({ children }: { readonly children: ReactNode }) => (
  <I18nProvider locale="de-DE">{children}</I18nProvider>
);
