import { errorText, useLiveStatus, useRetryWhenBack, useShell } from '@mahlzeit/shared-ui/platform';
import { Banner, Button, EmptyState, ErrorState, Rows, RowSkeletons, Stack } from '@mahlzeit/shared-ui/ui';
import type { FoodArtName } from '@mahlzeit/shared-ui/ui';
import { WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../social-texts';

/** A live collection as RTK Query's hook answers it. */
interface LiveQuery {
  readonly isError: boolean;
  readonly error?: unknown;
  readonly isFetching: boolean;
  refetch(): unknown;
}

interface LiveListProps<Item> {
  readonly query: LiveQuery;
  /** What of the collection stands here; undefined until it is there. */
  readonly items: readonly Item[] | undefined;
  readonly failedTitle: string;
  readonly empty: { readonly art: FoodArtName; readonly title: string; readonly text: string };
  readonly children: (item: Item) => ReactNode;
}

/** Rows of a live collection: on their way, there, none, failed, or as they were when the connection went. */
export const LiveList = <Item,>({ query, items, failedTitle, empty, children }: LiveListProps<Item>) => {
  const t = useTexts();
  const { navigation } = useShell();
  const isOffline = useLiveStatus() === 'offline';
  const retry = () => void query.refetch();
  useRetryWhenBack(query.isError, retry);
  if (query.isError) return <ErrorState title={failedTitle} text={errorText(query.error)} isRetrying={query.isFetching} onRetry={retry} />;
  if (items === undefined) return <RowSkeletons />;
  return (
    <Stack $gap={12}>
      {isOffline && <Banner tone="neutral" icon={WifiOff}>{t('LastKnownState')}</Banner>}
      {items.length > 0 && <Rows>{items.map(children)}</Rows>}
      {items.length === 0 && (
        <EmptyState {...empty}>
          <Button variant="tint" onClick={navigation.close}>{t('ToRestaurants')}</Button>
        </EmptyState>
      )}
    </Stack>
  );
};
