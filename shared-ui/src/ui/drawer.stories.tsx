import { CircleHelp, Inbox, LogIn, MailCheck, MapPin, Receipt, Settings, Store, Users } from 'lucide-react';
import type { StoriesMeta, Story } from '../../.storybook/story';
import { doNothing, LONG_NAME, SAMPLE_PICTURE } from '../../.storybook/story';
import { SidePanel } from './dialog';
import { Caption } from './text';
import { DrawerHead, DrawerList, DrawerNotice, DrawerRow } from './drawer';

const meta: StoriesMeta = { title: 'Frame/Drawer', parameters: { isBare: true } };
export default meta;

const versionCaption = <Caption $tone="dim">Version 5.0.1</Caption>;

/** Story with the drawer of an anonymous visitor. */
export const Anonymous: Story = {
  render: () => (
    <SidePanel label="Menü" onClose={doNothing} footer={versionCaption}>
      <DrawerList>
        <DrawerRow icon={LogIn} label="Anmelden oder registrieren" href="#login" />
      </DrawerList>
      <DrawerList>
        <DrawerRow icon={MapPin} label="Lokale" href="/restaurants" isCurrent />
        <DrawerRow icon={Inbox} label="Posteingang" href="#login" />
        <DrawerRow icon={CircleHelp} label="Hilfe" href="#support" />
        <DrawerRow icon={Store} label="Partner werden" href="https://partner.example" isExternal />
      </DrawerList>
    </SidePanel>
  ),
};

/**
 * Story with the drawer of a user with an unverified e-mail address: a notice stays at the top until the address is
 * verified. The numbers are plum-coloured.
 */
export const Unverified: Story = {
  render: () => (
    <SidePanel label="Menü" onClose={doNothing} footer={versionCaption}>
      <DrawerHead name={null} namelessText="Ohne Namen" statusText="Für andere sichtbar" />
      <DrawerNotice
        icon={MailCheck}
        title="E-Mail bestätigen"
        text="Dann kannst du bestellen und dich verabreden."
        href="#verify"
      />
      <DrawerList>
        <DrawerRow icon={MapPin} label="Lokale" href="/restaurants" isCurrent />
        <DrawerRow
          icon={Inbox}
          label="Posteingang"
          href="#inbox"
          count={3}
          countLabel="ungelesene Nachrichten"
          waitingLabel="Du hast ungesendete Nachrichten."
        />
        <DrawerRow icon={Users} label="Kontakte" href="#contacts" count={140} countLabel="Anfragen" />
        <DrawerRow icon={Receipt} label="Bestellungen" href="#orders" />
      </DrawerList>
      <DrawerList>
        <DrawerRow icon={Settings} label="Einstellungen" href="#settings" />
        <DrawerRow icon={LogIn} label="Abmelden" onClick={doNothing} />
      </DrawerList>
    </SidePanel>
  ),
};

/** Story of a drawer with a picture, and with words longer than the panel is wide. */
export const LongWords: Story = {
  render: () => (
    <SidePanel label="Menü" onClose={doNothing} footer={versionCaption}>
      <DrawerHead
        name={LONG_NAME}
        namelessText="Ohne Namen"
        statusText="Nur für Kontakte sichtbar"
        pictureUrl={SAMPLE_PICTURE}
      />
      <DrawerList>
        <DrawerRow
          icon={Settings}
          label="Benachrichtigungseinstellungen und Datenschutz"
          href="#settings"
          count={12}
          countLabel="Hinweise"
        />
        <DrawerRow
          icon={Store}
          label="Lokal für den Mittagstisch vorschlagen"
          href="https://partner.example"
          isExternal
        />
      </DrawerList>
    </SidePanel>
  ),
};
