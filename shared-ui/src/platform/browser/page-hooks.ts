import { useEffect, useState, useSyncExternalStore } from 'react';

/** Returns whether the window matches a media query, `(min-width: 1200px)`; renders again when the result changes. */
export const useMedia = (query: string): boolean => {
  const [mediaQueryList] = useState(() => window.matchMedia(query));
  return useSyncExternalStore(
    (mediaListener) => {
      mediaQueryList.addEventListener('change', mediaListener);
      return () => mediaQueryList.removeEventListener('change', mediaListener);
    },
    () => mediaQueryList.matches,
  );
};

/** Sets the page's title while the component is mounted. For pages without the shell, which sets it otherwise. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = title;
  }, [title]);
};
