import { useShell } from '@mahlzeit/shared-ui/platform';
import { useFilterActions } from '../filters';
import { useChoosePlace, useLocate } from '../location';
import { recentEntries, withRecent } from './recent-entries';
import type { PanelEntry, SearchEntry } from './search-entry';

const isLasting = (entry: PanelEntry): entry is SearchEntry => entry.kind !== 'locate' && entry.kind !== 'forget';

/** Does what an entry stands for, and remembers it. */
export const useChooseEntry = (): ((entry: PanelEntry) => void) => {
  const { navigation } = useShell();
  const { addText, chooseTag } = useFilterActions();
  const { locate } = useLocate();
  const choosePlace = useChoosePlace();
  const act = (entry: PanelEntry): void => {
    switch (entry.kind) {
      case 'keyword': return addText(entry.text);
      case 'place': return choosePlace(entry.place);
      case 'partner':
      case 'nonPartner': return navigation.open('details', entry.routingName);
      case 'meal': return navigation.open('details', entry.restaurant.routingName);
      case 'tag': return chooseTag({ key: entry.key, name: entry.name });
      case 'locate': return locate();
      case 'forget': return undefined;
    }
  };
  return (entry) => {
    if (isLasting(entry)) recentEntries.write(withRecent(recentEntries.read(), entry));
    act(entry);
  };
};
