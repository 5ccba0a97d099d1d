import { useCollection, useLazyPart } from '@mahlzeit/shared-ui/platform';
import { useState } from 'react';
import { liveContactGroups, liveContacts } from '../contacts';
import type { ReportedPart } from '../person';
import type * as Sheets from './contact-sheets';

/** Sheet that is open over the contact list, with the key of the contact or group. */
type OpenContactSheet =
  | { readonly kind: 'contact' | 'group'; readonly key: string }
  | { readonly kind: 'report'; readonly key: string; readonly part: ReportedPart };

interface ContactSheetsProps extends Pick<typeof Sheets, 'ContactSheet' | 'GroupSheet'> {
  readonly open: OpenContactSheet | null;
  readonly onOpen: (open: OpenContactSheet | null) => void;
}

/** Draws the open sheet. The sheet closes when its contact or group leaves the list. */
const ContactSheets = ({ open, onOpen, ContactSheet, GroupSheet }: ContactSheetsProps) => {
  const contacts = useCollection(liveContacts).items;
  const groups = useCollection(liveContactGroups).items;
  const { part: reportModule, load } = useLazyPart(() => import('../person'));
  const closeSheet = () => onOpen(null);
  const openReport = async (personKey: string, reportedPart: ReportedPart): Promise<void> => {
    if (await load()) onOpen({ kind: 'report', key: personKey, part: reportedPart });
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
  const [shownContactSheet, setShownContactSheet] = useState<OpenContactSheet | null>(null);
  const { part: sheetsModule, load } = useLazyPart(() => import('./contact-sheets'));
  const openContactSheet = async (nextContactSheet: OpenContactSheet): Promise<void> => {
    if (await load()) setShownContactSheet(nextContactSheet);
  };
  return {
    openContact: (contactKey: string): void => void openContactSheet({ kind: 'contact', key: contactKey }),
    openGroup: (groupKey: string): void => void openContactSheet({ kind: 'group', key: groupKey }),
    sheet:
      sheetsModule === null ? null : (
        <ContactSheets {...sheetsModule} open={shownContactSheet} onOpen={setShownContactSheet} />
      ),
  };
};
