import { useCollection, useLazyPart } from '@mahlzeit/shared-ui/platform';
import { useState } from 'react';
import { liveContactGroups, liveContacts } from '../contacts';
import type { ReportedPart } from '../person';
import type * as Sheets from './contact-sheets';

/** Sheet that is open over the contact list, with the key of the contact or group. */
type OpenSheet =
  | { readonly kind: 'contact' | 'group'; readonly key: string }
  | { readonly kind: 'report'; readonly key: string; readonly part: ReportedPart };

interface SheetsOverListProps extends Pick<typeof Sheets, 'ContactSheet' | 'GroupSheet'> {
  readonly open: OpenSheet | null;
  readonly onOpen: (open: OpenSheet | null) => void;
}

/** Draws the open sheet. The sheet closes when its contact or group leaves the list. */
const SheetsOverList = ({ open, onOpen, ContactSheet, GroupSheet }: SheetsOverListProps) => {
  const contacts = useCollection(liveContacts).items;
  const groups = useCollection(liveContactGroups).items;
  const { part: reportModule, load } = useLazyPart(() => import('../person'));
  const closeSheet = () => onOpen(null);
  const openReport = async (key: string, part: ReportedPart): Promise<void> => {
    if (await load()) onOpen({ kind: 'report', key, part });
  };
  const group = open?.kind === 'group' ? groups.find(({ key }) => key === open.key) : undefined;
  if (group !== undefined) return <GroupSheet group={group} contacts={contacts} onClose={closeSheet} />;
  const contact = contacts.find(({ key }) => key === open?.key);
  if (open === null || contact === undefined) return null;
  if (open.kind !== 'report')
    return <ContactSheet contact={contact} onReport={(part) => void openReport(open.key, part)} onClose={closeSheet} />;
  return (
    reportModule !== null && <reportModule.PersonReportSheet person={contact} part={open.part} onClose={closeSheet} />
  );
};

/**
 * Returns the open sheet and the functions that open it for a contact or a group. The script of the sheets is loaded
 * when the first one opens.
 */
export const useContactSheets = () => {
  const [shownSheet, setShownSheet] = useState<OpenSheet | null>(null);
  const { part: sheetsModule, load } = useLazyPart(() => import('./contact-sheets'));
  const openSheet = async (nextSheet: OpenSheet): Promise<void> => {
    if (await load()) setShownSheet(nextSheet);
  };
  return {
    openContact: (key: string): void => void openSheet({ kind: 'contact', key }),
    openGroup: (key: string): void => void openSheet({ kind: 'group', key }),
    sheet: sheetsModule === null ? null : <SheetsOverList {...sheetsModule} open={shownSheet} onOpen={setShownSheet} />,
  };
};
