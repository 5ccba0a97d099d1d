import type { LegalText } from './legal-text';

/** Terms of use; a sample. */
export const terms: LegalText = {
  kind: 'terms',
  title: 'Nutzungsbedingungen',
  version: 1,
  sections: [
    {
      heading: 'Worum es geht',
      blocks: [
        'Mahlzeit zeigt dir Lokale und ihren Mittagstisch, hilft dir beim Verabreden und vermittelt Vorbestellungen. Umsehen kannst du dich ohne Konto. Die Nutzung ist für Gäste kostenlos.',
        'Anbieter ist die Mahlzeit Muster GmbH. Diese Bedingungen gelten für alle, die Mahlzeit in Deutschland, Österreich und der Schweiz nutzen.',
      ],
    },
    {
      heading: 'Dein Konto',
      blocks: ['Du brauchst eine eigene E-Mail-Adresse und ein Passwort mit mindestens acht Zeichen. Gib es niemandem weiter. Einladen, bestellen und bezahlen kannst du, sobald deine E-Mail-Adresse bestätigt ist. Dein Konto kannst du jederzeit in den Einstellungen löschen.'],
    },
    {
      heading: 'Wie wir Lokale ordnen',
      blocks: [
        'Von den nächsten 100 Lokalen im Umkreis stehen geöffnete vorn. Unter gleichen folgen zuerst Lokale, die für eine bessere Platzierung bezahlen, dann zählt die Entfernung.',
        'Bezahlte Platzierungen sind als „Anzeige“ gekennzeichnet (§ 5b Abs. 2 UWG). Auf der Karte haben sie keinen Vorrang.',
      ],
    },
    {
      heading: 'Vorbestellen und bezahlen',
      blocks: [
        'Mit „Zahlungspflichtig bestellen“ gibst du ein verbindliches Angebot an das Lokal ab. Der Vertrag kommt zwischen dir und dem Lokal zustande, sobald es annimmt. Nimmt es nicht an, bekommst du den ganzen Betrag zurück.',
        'Alle Preise enthalten die Umsatzsteuer. Pfand zeigen wir getrennt.',
        'Speisen und Getränke verderben schnell oder werden für einen bestimmten Tag bereitet. Ein Widerrufsrecht besteht deshalb nicht (§ 312g Abs. 2 Nr. 2 und 9 BGB). Nach dem Bestellen stornierst du nur noch telefonisch beim Lokal.',
      ],
    },
    {
      heading: 'Miteinander',
      blocks: [
        'Nachrichten und Einladungen sollen anderen keinen Schaden tun. Nicht erlaubt sind:',
        ['Beleidigungen, Drohungen und Werbung', 'fremde Namen, Bilder oder E-Mail-Adressen', 'das automatische Auslesen von Menschen oder Speisekarten'],
        'Bei schweren oder wiederholten Verstößen sperren wir das Konto. Wir sagen dir den Grund, und du kannst widersprechen.',
      ],
    },
    {
      heading: 'Haftung und Änderungen',
      blocks: [
        'Wir haften unbeschränkt für Vorsatz und grobe Fahrlässigkeit und für Schäden an Leben, Körper und Gesundheit. Bei leichter Fahrlässigkeit haften wir nur für wesentliche Pflichten und nur auf den vorhersehbaren Schaden.',
        'Ändern wir diese Bedingungen, fragen wir dich vorher. Ohne deine Zustimmung gelten die alten weiter, bis du dein Konto löschst oder wir kündigen.',
      ],
    },
  ],
};
